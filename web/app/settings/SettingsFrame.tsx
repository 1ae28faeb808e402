import { useEffect, useId, useRef } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { NavLink, Outlet, useLocation } from 'react-router-dom';
import { fillPath, ownRoutes, routes } from '#contract/routes.ts';
import { areasIn } from '#web/entities/deployment/account-areas.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { fetchInvites } from '#web/entities/organizations/invites.requests.ts';
import { fetchOrganizations } from '#web/entities/organizations/organizations.requests.ts';
import { allOrganizations, selectOrganizationsState } from '#web/entities/organizations/organizations.slice.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useDevice } from '#web/ui/use-device.ts';
import AccountMenu from '../frame/AccountMenu.tsx';
import { useFeedback } from '../frame/use-feedback.tsx';
import styles from './SettingsFrame.module.scss';

/** Organizations of the person and the number of those that invite them, fetched once if the installation has the feature. */
function useOrganizations(isOffered: boolean) {
  const dispatch = useAppDispatch();
  const state = useAppSelector(selectOrganizationsState);
  const signedIn = useAppSelector(selectIsSignedIn);
  useEffect(() => {
    if (!isOffered || !signedIn) return;
    void dispatch(fetchOrganizations());
    void dispatch(fetchInvites());
  }, [dispatch, isOffered, signedIn]);
  return { organizations: allOrganizations(state), openInvites: state.invites?.length ?? 0 };
}

/** Settings layout: list of areas beside the selected one. */
export const SettingsFrame = () => {
  const { t } = useTranslation('settings');
  const { t: shell } = useTranslation('shell');
  const feedback = useFeedback();
  const deployment = useDeployment();
  const signedIn = useAppSelector(selectIsSignedIn);
  const { organizations, openInvites } = useOrganizations(deployment?.organizations ?? false);
  const heading = useId();
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // In a horizontal list, scrolls so that the item before the selected one is fully visible.
  useEffect(() => {
    const links = [...(strip.current?.querySelectorAll('a') ?? [])];
    const here = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
    if (strip.current && here >= 0) strip.current.scrollLeft = here > 0 ? (links[here - 1]?.offsetLeft ?? 0) : 0;
  }, [pathname, deployment, organizations.length, openInvites]);
  const isPhone = useDevice() === 'phone';
  return (
    <div className={styles.screen}>
      {/* The bar of a phone has no room for it. */}
      {isPhone && signedIn ? <div className={styles.account}><AccountMenu alwaysNamed /></div> : null}
      <nav ref={strip} aria-label={t('areas')} className={styles.nav}>
        <ul className={styles.areas}>
          {areasIn(deployment).map(({ area, path }) => (
            <AreaLink key={area} path={path} text={t(`area.${area}`)} />
          ))}
        </ul>
        {deployment?.organizations ? (
          <>
            {/* No heading: the first of a screen is that of what is chosen. */}
            <p id={heading} className={styles.heading}>
              {t('organizations')}
            </p>
            <ul className={styles.areas} aria-labelledby={heading}>
              {organizations.map(({ id, name }) => (
                <AreaLink key={id} path={fillPath(routes.organization, { id })} text={name} />
              ))}
              {openInvites > 0 ? <AreaLink path={ownRoutes.invitations} text={shell('invitations', { count: openInvites })} /> : null}
              <AreaLink path={routes.organizationNew} text={t('newOrganization')} />
            </ul>
          </>
        ) : null}
        <ul className={classNames(styles.areas, styles.last)}>
          <li>
            <Button className={classNames(styles.area, styles.act)} onPress={feedback.write}>
              {shell('feedback')}
            </Button>
          </li>
        </ul>
        {feedback.dialog}
      </nav>
      <div className={styles.content}>
        <Outlet />
      </div>
    </div>
  );
};

const AreaLink = ({ path, text }: { path: string; text: string }) => (
  <li>
    <NavLink to={path} end={path === routes.profile} className={styles.area ?? ''}>
      {text}
    </NavLink>
  </li>
);
