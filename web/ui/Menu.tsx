import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './list-box.module.scss';

export interface MenuAction {
  key: string;
  text: string;
  /** What readers hear instead. */
  label?: string;
  icon?: ReactNode;
  /** Takes something away: shown in the negative colour. */
  negative?: boolean;
  isDisabled?: boolean;
  /** Why it can't be done now, in words. */
  refusal?: string;
  run(): void;
}

export interface MenuProps {
  /** The name of the menu for readers. */
  label: string;
  /** The button that opens it. */
  children: ReactElement;
  actions: readonly MenuAction[];
}

/** The acts that are not the most likely next one. */
export const Menu = ({ label, children, actions }: MenuProps) => (
  <MenuTrigger>
    {children}
    <Popover className={styles.popover ?? ''} placement="bottom end" offset={4}>
      <AriaMenu
        aria-label={label}
        className={styles.list ?? ''}
        disabledKeys={actions.filter((action) => action.isDisabled || action.refusal).map((action) => action.key)}
        onAction={(key) => actions.find((action) => action.key === key)?.run()}
      >
        {actions.map((action) => (
          <MenuItem
            key={action.key}
            id={action.key}
            textValue={action.text}
            {...(action.label ? { 'aria-label': action.label } : {})}
            className={classNames(styles.item, action.negative && styles.negative, action.refusal && styles.refused)}
          >
            {action.icon}
            <span className={styles.text}>
              {action.text}
              {action.refusal ? <span className={styles.description}>{action.refusal}</span> : null}
            </span>
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  </MenuTrigger>
);
