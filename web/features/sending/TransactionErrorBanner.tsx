import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';

interface TransactionErrorBannerProps {
  error: ErrorInfo;
  /** As it is now: somebody else may have ended it meanwhile. */
  status: Transaction['status'];
  /** For a code without words. */
  generic: string;
}

/** Why the server refused an act on a transaction, and how that stands now. */
export function TransactionErrorBanner({ error, status, generic }: TransactionErrorBannerProps) {
  const { t } = useTranslation('sending');
  return (
    <Banner meaning="negative">
      {isRunning(status) ? errorText(error, generic) : t('progress.meanwhile', { state: t(`progress.${status}`) })}
    </Banner>
  );
}
