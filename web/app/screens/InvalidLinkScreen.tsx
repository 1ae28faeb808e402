import { Link2Off } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Button } from '#web/ui/Button.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StatusScreen } from './StatusScreen.tsx';

const InvalidLinkScreen = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen
      icon={Link2Off}
      title={t('invalidLink.title')}
      actions={
        <>
          <Button look="primary" onPress={() => void signIn({ returnTo: routes.home })}>
            {t('signIn')}
          </Button>
          <LinkButton to={routes.home}>{t('invalidLink.back')}</LinkButton>
        </>
      }
    >
      {t('invalidLink.description')}
    </StatusScreen>
  );
};

export default InvalidLinkScreen;
