import i18next from 'i18next';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { errorText } from './error-text.ts';

/** What can't be done while the server is unavailable, in the words of document 3 §8.3. */
type UnavailableAction = 'useTemplate' | 'createTemplate' | 'updateDocument' | 'createDocument';

/** As `errorText`; says what can't be done while the server is unavailable. */
export const actionErrorText = (action: UnavailableAction, error: Pick<ErrorInfo, 'code'> & Partial<ErrorInfo>, generic?: string): string =>
  error.code === 'service_unavailable' ? i18next.t(`lists:unavailable.${action}`) : errorText(error, generic);
