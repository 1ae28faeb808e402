import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { Meaning } from './StatusText.tsx';
import styles from './Banner.module.scss';

const icons = { success: CircleCheck, attention: TriangleAlert, negative: CircleAlert, secondary: Info } as const satisfies Record<
  Meaning,
  unknown
>;

interface BannerProps {
  meaning: Meaning;
  children: ReactNode;
  actions?: ReactNode;
  className?: string | undefined;
}

/** A notice about the content below. Negative banners are announced at once. */
export const Banner = ({ meaning, children, actions, className }: BannerProps) => (
  <div className={classNames(styles.banner, styles[meaning], className)} role={meaning === 'negative' ? 'alert' : 'status'}>
    <Icon of={icons[meaning]} />
    <div className={styles.text}>{children}</div>
    {actions ? <div className={styles.actions}>{actions}</div> : null}
  </div>
);
