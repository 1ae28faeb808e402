import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { triesLeft } from './tries-left.ts';

/** Returns the error text for a wrong code; undefined for other errors or none. */
export function useWrongCode(error: ErrorInfo | null): string | undefined {
  const { t } = useTranslation('signIn');
  if (error?.code !== 'invalid_code' && error?.code !== 'request_validation_error') return undefined;
  const left = triesLeft(error);
  return left === null ? t('code.wrong') : t('code.wrongTries', { count: left });
}
