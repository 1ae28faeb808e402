import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { useNotFound } from '#web/entities/ui-state/use-not-found.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { StatusScreen } from './StatusScreen.tsx';

interface NotFoundScreenProps {
  /** Target of the button. */
  backTo?: string;
}

const NotFoundScreen = ({ backTo = routes.home }: NotFoundScreenProps) => {
  const { t } = useTranslation('shell');
  useNotFound();
  return (
    <StatusScreen
      figure="404"
      title={t('notFound.title')}
      actions={
        <LinkButton look="primary" to={backTo}>
          {t('notFound.back')}
        </LinkButton>
      }
    >
      {t('notFound.description')}
    </StatusScreen>
  );
};

export default NotFoundScreen;
