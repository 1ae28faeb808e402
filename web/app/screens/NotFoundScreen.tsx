import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { useNotFound } from '#web/entities/ui-state/use-not-found.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { targetOf } from './redirect-target.ts';
import { StatusScreen } from './StatusScreen.tsx';

interface NotFoundScreenProps {
  /** Target of the button. */
  backTo?: string;
}

/** Where `/not_found?to=…` leads back to. Another site is shown first, and asked for. */
function useWayBack(): { to: string; host: string | null } | null {
  const { pathname, search } = useLocation();
  const wanted = pathname === routes.notFound ? new URLSearchParams(search).get('to') : null;
  const target = targetOf(wanted, window.location.origin);
  if (target === null) return null;
  return target.kind === 'inside' ? { to: target.path, host: null } : { to: `${routes.redirect}?${new URLSearchParams({ to: target.address })}`, host: target.host };
}

const NotFoundScreen = ({ backTo = routes.home }: NotFoundScreenProps) => {
  const { t } = useTranslation('shell');
  const way = useWayBack();
  useNotFound();
  return (
    <StatusScreen
      figure="404"
      title={t('notFound.title')}
      actions={
        <LinkButton look="primary" to={way?.to ?? backTo}>
          {way?.host ? t('redirect.go', { host: way.host }) : t('notFound.back')}
        </LinkButton>
      }
    >
      {t('notFound.description')}
    </StatusScreen>
  );
};

export default NotFoundScreen;
