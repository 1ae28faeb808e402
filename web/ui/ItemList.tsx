import type { ReactNode } from 'react';
import styles from './ItemList.module.scss';

interface ItemProps {
  /** A picture, an avatar or an icon. */
  sign?: ReactNode;
  title: ReactNode;
  /** Small text below the title. */
  detail?: ReactNode;
  /** Status of the entry. */
  state?: ReactNode;
  actions?: ReactNode;
}

/** A short list of entries with their actions. */
export const ItemList = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
);

export const Item = ({ sign, title, detail, state, actions }: ItemProps) => (
  <li className={styles.item}>
    {sign ? <span className={styles.sign}>{sign}</span> : null}
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      {detail ? <span className={styles.detail}>{detail}</span> : null}
      {state ? <span className={styles.state}>{state}</span> : null}
    </span>
    {actions ? <span className={styles.actions}>{actions}</span> : null}
  </li>
);
