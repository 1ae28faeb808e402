import { CircleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** The page of a transaction that could not be loaded. */
export function TransactionFailed({ error, onRetry }: { error: ErrorInfo; onRetry: () => void }) {
  const { t } = useTranslation('completed');
  return (
    <EmptyState level={1} icon={CircleAlert} title={t('failedTitle')} actions={<Button onPress={onRetry}>{t('retry')}</Button>}>
      {errorText(error)}
    </EmptyState>
  );
}
