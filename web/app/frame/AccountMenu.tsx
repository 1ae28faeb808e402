import { LogOut, UserRound } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn, signOut } from '#web/services/auth/auth.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button as TextButton } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { returnAfterSignOut } from '../paths.ts';
import styles from './AccountMenu.module.scss';

/** Who is signed in, at the foot of the rail; visitors find the way to sign in there. */
export const AccountMenu = () => {
  const { t, i18n } = useTranslation('shell');
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const signedIn = useAppSelector(selectIsSignedIn);
  const profile = useAppSelector(selectProfile);

  if (!signedIn) {
    return (
      <TextButton look="plain" wide onPress={() => void signIn({ returnTo: `${pathname}${search}`, language: i18n.language })}>
        {t('signIn')}
      </TextButton>
    );
  }
  const name = profile ? personName(profile) : '';
  const actions = [
    { key: 'profile', text: t('areas.profile'), icon: <Icon of={UserRound} />, run: () => void navigate(routes.profile) },
    { key: 'signOut', text: t('signOut'), icon: <Icon of={LogOut} />, run: () => void signOut(returnAfterSignOut(`${pathname}${search}`)) },
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
