import { Files, PenLine, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { Mark } from './Mark.tsx';
import { useFrameKind } from './use-frame-kind.ts';
import styles from './FrameAround.module.scss';

const useAreas = () => {
  const { t } = useTranslation('shell');
  const signedIn = useAppSelector(selectIsSignedIn);
  return [
    { to: routes.transactions, text: t('areas.transactions'), icon: PenLine },
    { to: routes.files, text: t('areas.files'), icon: Files },
    ...(signedIn ? [{ to: routes.profile, text: t('areas.profile'), icon: UserRound }] : []),
  ];
};

const Areas = ({ narrow }: { narrow: boolean }) => (
  <ul className={styles.areas}>
    {useAreas().map(({ to, text, icon }) => (
      <li key={to}>
        <NavLink to={to} className={styles.area ?? ''} title={narrow ? text : undefined}>
          <Icon of={icon} />
          <span className={styles.areaText}>{text}</span>
        </NavLink>
      </li>
    ))}
  </ul>
);

/** Desk: rail on the left. Tablet: rail of icons. Phone: areas at the bottom. Nothing at all around a bare screen. */
export const FrameAround = ({ children }: { children: ReactNode }) => {
  const { t } = useTranslation('shell');
  const kind = useFrameKind();
  return (
    <div className={classNames(styles.frame, styles[kind])}>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      {kind === 'bare' ? null : (
        <nav className={styles.rail} aria-label={t('areas.label')}>
          <Mark />
          <Areas narrow={kind === 'narrow'} />
          <AccountMenu />
        </nav>
      )}
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
    </div>
  );
};
