import i18next from 'i18next';
import type { Feature } from '#contract/permissions/plan.permissions.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import { findingTexts } from './field/field-findings.ts';

/** The plan features that the rejected call needs, as far as the server names them. */
function lackingOf({ code, details }: Partial<ErrorInfo>): Feature[] {
  const named = code === 'permission_denied' ? (details as { features?: unknown } | null | undefined)?.features : undefined;
  return Array.isArray(named) ? named.filter((feature): feature is Feature => i18next.exists(`plan:features.${String(feature)}`)) : [];
}

/** The options and identity checks that this installation does not support, as far as the server names them. */
function unavailableOf({ code, details }: Partial<ErrorInfo>): string[] {
  if (code !== 'feature_not_supported') return [];
  const { options, requirements } = (details ?? {}) as { options?: unknown; requirements?: unknown };
  const keysOf = (named: unknown, prefix: string): string[] => (Array.isArray(named) ? named.map((each) => `${prefix}.${String(each)}`) : []);
  return [...keysOf(options, 'sending:options'), ...keysOf(requirements, 'recipients:identity')].filter((key) => i18next.exists(key));
}

/** Codes of field errors, whose details hold the findings. */
const ofFields: ReadonlySet<string> = new Set(['pdf_merge_fields_failed', 'pdf_place_fields_failed']);

/** Joins a sentence with those that follow it. */
const paragraph = (first: string, others: readonly string[]): string => sentencesOf([others.length > 0 && !/[.。!?]$/.test(first) ? `${first}.` : first, ...others], i18next.language);

/**
 * Returns the text for an error, by the lookup order of document 3 §8.4: `Errors.{code}`, `core.Error.{code}`,
 * `core.Error.Code.{code}`, then the generic text of the request. The texts of the codes are the namespace `errors`.
 * Advice about fields follows.
 */
export const errorText = (error: Pick<ErrorInfo, 'code'> & Partial<ErrorInfo>, generic?: string): string => {
  const lacking = lackingOf(error);
  if (lacking.length > 0) return i18next.t('plan:lacks', { features: lacking.map((feature) => i18next.t(`plan:features.${feature}`)).join(', ') });
  const translate: (key: string) => string = i18next.t.bind(i18next) as never;
  const unavailable = unavailableOf(error);
  if (unavailable.length > 0) return i18next.t('plan:unavailable', { features: unavailable.map(translate).join(', ') });
  const keys = [`errors:${error.code}`, `errors:Errors.${error.code}`, `errors:core.Error.${error.code}`, `errors:core.Error.Code.${error.code}`];
  // The code is data, so the typed keys can't cover it; `exists` checks before anything is shown.
  const found = keys.find((key) => i18next.exists(key));
  if (found) return paragraph(translate(found), ofFields.has(error.code) ? findingTexts(error) : []);
  return generic ?? error.message ?? translate('errors:unknown_ui_error');
};
