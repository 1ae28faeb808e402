import { Files, LayoutTemplate, PenLine, ShieldCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { checkAddress, routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Account } from './Account.tsx';
import { areaOf } from './area-of.ts';
import { Logo } from './Logo.tsx';
import { Notifications } from './Notifications.tsx';
import { useFrameKind } from './use-frame-kind.ts';
import styles from './AppShell.module.scss';

const useAreas = () => {
  const { t } = useTranslation('shell');
  if (!useAppSelector(selectIsSignedIn)) {
    return [
      { area: 'transactions', to: routes.transactions, text: t('areas.sign'), icon: PenLine },
      { area: 'check', to: checkAddress, text: t('areas.check'), icon: ShieldCheck },
    ];
  }
  return [
    { area: 'transactions', to: routes.transactions, text: t('areas.transactions'), icon: PenLine },
    { area: 'templates', to: routes.templates, text: t('areas.templates'), icon: LayoutTemplate },
    { area: 'files', to: routes.files, text: t('areas.files'), icon: Files },
    { area: 'profile', to: routes.profile, text: t('areas.profile'), icon: UserRound },
  ];
};

const Areas = ({ narrow }: { narrow: boolean }) => {
  const here = areaOf(useLocation().pathname);
  return (
    <ul className={styles.areas}>
      {useAreas().map(({ area, to, text, icon }) => (
        <li key={to}>
          <Link to={to} className={styles.area ?? ''} aria-current={area === here ? 'page' : undefined} title={narrow ? text : undefined}>
            <Icon of={icon} />
            <span className={styles.areaText}>{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
};

/** On navigation, scrolls to the top and focuses the main element, unless the new screen has taken the focus. */
const useNewScreen = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.scrollTo(0, 0);
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

interface AppShellProps {
  children: ReactNode;
  /** Content below every screen, which covers nothing. */
  below: ReactNode;
}

/** App shell. Desktop: navigation rail. Tablet: icon rail. Phone: bar at the bottom. `bare`: no navigation. */
export const AppShell = ({ children, below }: AppShellProps) => {
  const { t } = useTranslation('shell');
  const { t: upload } = useTranslation('upload');
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const kind = useFrameKind();
  const main = useNewScreen();
  return (
    <div className={classNames(styles.frame, styles[kind])} data-frame={kind}>
      <a className={styles.skip} href="#main">
        {t('skipToContent')}
      </a>
      {kind === 'bare' ? null : (
        <nav className={styles.rail} aria-label={t('areas.label')}>
          {isSignedIn ? (
            <Link className={styles.skip} to={routes.upload}>
              {upload('title')}
            </Link>
          ) : null}
          <Logo />
          <Areas narrow={kind === 'narrow'} />
          <Notifications className={styles.bell} />
          <Account />
        </nav>
      )}
      <div className={styles.middle}>
        <main ref={main} id="main" tabIndex={-1} className={styles.main}>
          {children}
        </main>
        {below}
      </div>
    </div>
  );
};
