import i18next from 'i18next';
import type { ErrorInfo } from '#web/services/app-error.ts';

/**
 * The words for an error, by the lookup order of document 3 §8.4: `Errors.{code}`, `core.Error.{code}`,
 * `core.Error.Code.{code}`, then the generic text of the request. The codes' texts are the namespace `errors`.
 */
export const errorText = (error: Pick<ErrorInfo, 'code'> & Partial<ErrorInfo>, generic?: string): string => {
  const keys = [`errors:${error.code}`, `errors:Errors.${error.code}`, `errors:core.Error.${error.code}`, `errors:core.Error.Code.${error.code}`];
  // The code is data, so the typed keys can't know it; `exists` looks before anything is shown.
  const found = keys.find((key) => i18next.exists(key));
  const translate: (key: string) => string = i18next.t.bind(i18next) as never;
  if (found) return translate(found);
  return generic ?? error.message ?? translate('errors:unknown_ui_error');
};
