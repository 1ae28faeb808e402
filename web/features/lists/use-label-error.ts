import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

/** Why a folder or tag could not be saved. */
export const useLabelError = (): ((error: ErrorInfo) => string) => {
  const { t } = useTranslation('labels');
  return (error) => (error.code === 'conflict' ? t('taken') : error.code === 'limit_exceeded' ? t('tooMany') : errorText(error, t('failed')));
};
