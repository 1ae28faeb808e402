import type { ReactElement, ReactNode } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { classNames } from './class-names.ts';
import styles from './list-box.module.scss';

export interface MenuAction {
  key: string;
  text: string;
  /** Accessible name, if it differs from the text. */
  label?: string;
  icon?: ReactNode;
  /** A destructive action, shown in the negative colour. */
  negative?: boolean;
  isDisabled?: boolean;
  /** Why the action is not available. */
  refusal?: string;
  run(): void;
}

interface MenuProps {
  /** Accessible name of the menu. */
  label: string;
  /** The trigger button. */
  children: ReactElement;
  actions: readonly MenuAction[];
}

/** A menu of secondary actions. */
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
