import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';

interface TransactionErrorBannerProps {
  error: ErrorInfo;
  /** The current status; somebody else may have ended the transaction meanwhile. */
  status: Transaction['status'];
  /** Fallback for a code without a text. */
  generic: string;
}

/** Shows why the server rejected an action, and the current status of the transaction. */
export function TransactionErrorBanner({ error, status, generic }: TransactionErrorBannerProps) {
  const { t } = useTranslation('sending');
  return (
    <Banner meaning="negative">
      {isRunning(status) ? errorText(error, generic) : t('progress.meanwhile', { state: t(`progress.${status}`) })}
    </Banner>
  );
}
