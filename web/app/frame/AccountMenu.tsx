import { LogOut, UserRound } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { leave } from '#web/entities/session/leave.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { returnAfterSignOut } from '../paths.ts';
import styles from './AccountMenu.module.scss';

/** Who is signed in, with the way to the profile and out. */
const AccountMenu = () => {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const profile = useAppSelector(selectProfile);

  const name = profile ? personName(profile) : '';
  const actions = [
    { key: 'profile', text: t('areas.profile'), icon: <Icon of={UserRound} />, run: () => void navigate(routes.profile) },
    { key: 'signOut', text: t('signOut'), icon: <Icon of={LogOut} />, run: () => void leave(returnAfterSignOut(`${pathname}${search}`)) },
  ];
  return (
    <Menu label={t('account')} actions={actions}>
      <Button className={styles.account ?? ''} aria-label={t('accountOf', { name })}>
        <Avatar person={profile ?? {}} />
        <span className={styles.name}>{name}</span>
      </Button>
    </Menu>
  );
};

export default AccountMenu;
