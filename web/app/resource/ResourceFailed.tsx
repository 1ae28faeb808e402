import { CircleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useNotFound } from '#web/entities/ui-state/use-not-found.ts';
import { RequestAccess } from '#web/features/sharing/RequestAccess.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { ClosedResource } from '../required-factor/FactorGuard.tsx';

const AccessCodeScreen = lazy(() => import('#web/features/signing/AccessCodeScreen.tsx').then((module) => ({ default: module.AccessCodeScreen })));

interface ResourceFailedProps {
  resource: Resource;
  error: ErrorInfo;
  onRetry: () => void;
}

/** Error of a resource: offers to request access if it is missing, otherwise a retry. */
export function ResourceFailed({ resource, error, onRetry }: ResourceFailedProps) {
  if (error.code === 'second_factor_required') return <ClosedResource onRetry={onRetry} />;
  if (error.code === 'access_code_required' && resource.kind === 'transaction') {
    return (
      <Suspense>
        <AccessCodeScreen transactionId={resource.id} onOpened={onRetry} />
      </Suspense>
    );
  }
  return error.code === 'permission_denied' ? <RequestAccess resource={resource} onGranted={onRetry} /> : <Failed error={error} onRetry={onRetry} />;
}

function Failed({ error, onRetry }: Omit<ResourceFailedProps, 'resource'>) {
  const { t } = useTranslation('completed');
  useNotFound(error.code === 'not_found');
  useDocumentTitle(t('failedTitle'));
  return (
    <EmptyState level={1} icon={CircleAlert} title={t('failedTitle')} actions={<Button onPress={onRetry}>{t('retry')}</Button>}>
      {errorText(error)}
    </EmptyState>
  );
}
