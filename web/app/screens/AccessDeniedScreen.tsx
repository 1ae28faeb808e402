import { Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectService } from '#web/entities/ui-state/ui.slice.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const AccessDeniedScreen = () => {
  const { t } = useTranslation('shell');
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const offline = useAppSelector(selectService) === 'unavailable';
  return (
    <StatusScreen
      icon={Lock}
      title={t('accessDenied.title')}
      actions={
        <>
          <LinkButton look={isSignedIn ? 'primary' : 'plain'} to={routes.home}>
            {t('accessDenied.back')}
          </LinkButton>
          {isSignedIn ? null : (
            <Button look="primary" isDisabled={offline} onPress={() => void signIn({ returnTo: routes.home })}>
              {t('signIn')}
            </Button>
          )}
        </>
      }
    >
      {t('accessDenied.description')}
    </StatusScreen>
  );
};

export default AccessDeniedScreen;
