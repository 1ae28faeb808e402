import { Building2, Check, Lock, LogOut, Mail, MessageSquare, Search, UserRound } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { ownRoutes, routes } from '#contract/routes.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { fetchInvites } from '#web/entities/organizations/invites.requests.ts';
import { fetchOrganizations } from '#web/entities/organizations/organizations.requests.ts';
import { allOrganizations, selectOrganizationsState } from '#web/entities/organizations/organizations.slice.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { leave } from '#web/entities/session/leave.ts';
import { selectOrgId, selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { returnAfterSignOut } from '../paths.ts';
import { showCommands } from './CommandShortcuts.tsx';
import { useFeedback } from './use-feedback.tsx';
import styles from './AccountMenu.module.scss';

/** Loaded when something would be lost. */
const LeaveDialog = lazy(withFurtherTexts(() => import('./LeaveDialog.tsx')));

/** How much a sign-out would lose. A browser that stores nothing has nothing to lose. */
const countLost = async (userId: string): Promise<number> => {
  try {
    return await (await import('./unsynced-work.ts')).countUnsynced(userId);
  } catch (error) {
    console.warn('What would be lost can\'t be read', toAppError(error).code);
    return 0;
  }
};

/** Switches between the own space and organizations. Empty if there is only one. */
const useSpaces = (): MenuAction[] => {
  const { t } = useTranslation('shell');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const isOffered = useDeployment()?.organizations ?? false;
  const organizations = allOrganizations(useAppSelector(selectOrganizationsState));
  const chosen = useAppSelector(selectOrgId);
  useEffect(() => {
    if (!isOffered) return;
    void dispatch(fetchOrganizations());
    void dispatch(fetchInvites());
  }, [dispatch, isOffered]);
  if (organizations.length === 0) return [];
  const enter = async (orgId: string | null): Promise<void> => {
    if (orgId === chosen) return;
    await navigate(routes.transactions);
    await dispatch(switchSpace(orgId));
  };
  return [{ id: null, name: t('ownSpace'), missingFactor: null }, ...organizations].map(({ id, name, missingFactor }) => ({
    key: id ?? 'own',
    text: name,
    icon: <Icon of={id === chosen ? Check : missingFactor ? Lock : id ? Building2 : UserRound} />,
    ...(id === chosen ? { label: t('spaceNow', { name }) } : {}),
    run: () => void enter(id),
  }));
};

/** Leads to the open invitations of organizations; empty without any. */
const useInvitations = (): MenuAction[] => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const count = useAppSelector(selectOrganizationsState).invites?.length ?? 0;
  return count === 0 ? [] : [{ key: 'invitations', text: t('invitations', { count }), icon: <Icon of={Mail} />, run: () => void navigate(ownRoutes.invitations) }];
};

/** Account menu: person, current space, profile and sign-out. `alwaysNamed`: with the name where the navigation has icons only. */
const AccountMenu = ({ alwaysNamed = false }: { alwaysNamed?: boolean }) => {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const profile = useAppSelector(selectProfile);

  const name = profile ? personName(profile) : '';
  const spaces = useSpaces();
  const invitations = useInvitations();
  const feedback = useFeedback();
  const orgId = useAppSelector(selectOrgId);
  const space = spaces.find(({ key }) => key === orgId)?.text;
  const who = new Intl.ListFormat(i18n.language, { type: 'unit' }).format(space ? [name, space] : [name]);
  const userId = useAppSelector(selectUserId);
  const [lost, setLost] = useState(0);
  const signOut = (): void => void leave(returnAfterSignOut(`${pathname}${search}`));
  const askToSignOut = async (): Promise<void> => {
    const count = userId === null ? 0 : await countLost(userId);
    if (count === 0) signOut();
    else setLost(count);
  };
  const actions = [
    ...spaces,
    ...invitations,
    { key: 'goTo', text: t('goTo'), icon: <Icon of={Search} />, run: showCommands },
    { key: 'profile', text: t('areas.profile'), icon: <Icon of={UserRound} />, run: () => void navigate(routes.profile) },
    { key: 'feedback', text: t('feedback'), icon: <Icon of={MessageSquare} />, run: feedback.write },
    { key: 'signOut', text: t('signOut'), icon: <Icon of={LogOut} />, run: () => void askToSignOut() },
  ];
  return (
    <>
      <Menu label={t('account')} actions={actions}>
        <Button className={styles.account ?? ''}>
          <Avatar person={profile ?? {}} />
          <span className="visually-hidden">{t('accountOf', { name: who })}</span>
          {/* The sentence for readers holds it. */}
          <span className={classNames(styles.name, alwaysNamed && styles.always)} aria-hidden="true">
            {name}
            {space ? <span className={styles.space}>{space}</span> : null}
          </span>
        </Button>
      </Menu>
      {feedback.dialog}
      {lost > 0 ? <Suspense><LeaveDialog count={lost} onLeave={signOut} onStay={() => setLost(0)} /></Suspense> : null}
    </>
  );
};

export default AccountMenu;
