import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ResourceErrorBoundary } from '../../resource/ResourceErrorBoundary.tsx';
import { StatusScreen } from '../../screens/StatusScreen.tsx';

/** /template/{id}/saved: next steps for a finished template. */
export default function TemplateSavedPage() {
  const { t } = useTranslation('templates');
  const { id = '' } = useParams();
  return (
    <ResourceErrorBoundary>
      <StatusScreen
        icon={CircleCheck}
        title={t('library.saved')}
        actions={
          <>
            <LinkButton to={routes.templates}>{t('library.toTemplates')}</LinkButton>
            <LinkButton look="primary" to={fillPath(routes.template, { id })}>
              {t('library.toTemplate')}
            </LinkButton>
          </>
        }
      >
        {t('library.savedText')}
      </StatusScreen>
    </ResourceErrorBoundary>
  );
}
