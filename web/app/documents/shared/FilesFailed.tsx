import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

interface FilesFailedProps {
  error: ErrorInfo;
  onRetry: () => void;
}

/** Shows why documents could not be loaded, with a retry button. */
export function FilesFailed({ error, onRetry }: FilesFailedProps) {
  const { t } = useTranslation('sending');
  const { t: viewer } = useTranslation('viewer');
  return (
    <EmptyState level={1} title={viewer('failedTitle')} actions={<Button onPress={onRetry}>{t('tryAgain')}</Button>}>
      {errorText(error)}
    </EmptyState>
  );
}
