import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import NotFoundScreen from './NotFoundScreen.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import { targetOf } from './redirect-target.ts';

/** /redirect?to=…: continues at once inside the app; for other sites it shows the target and asks. */
const RedirectScreen = () => {
  const { t } = useTranslation('shell');
  const [query] = useSearchParams();
  const target = targetOf(query.get('to') ?? query.get('returnURL'), window.location.origin);
  if (target === null) return <NotFoundScreen />;
  if (target.kind === 'inside') return <Navigate to={target.path} replace />;
  return (
    <StatusScreen
      icon={ExternalLink}
      title={t('redirect.title')}
      actions={
        <>
          <LinkButton to={routes.home}>{t('redirect.stay')}</LinkButton>
          <LinkButton look="primary" to={target.address}>
            {t('redirect.go', { host: target.host })}
          </LinkButton>
        </>
      }
    >
      {t('redirect.text', { address: target.address })}
    </StatusScreen>
  );
};

export default RedirectScreen;
