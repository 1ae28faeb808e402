// @vitest-environment node
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import errors from '#contract/locales/en/errors.json' with { type: 'json' };
import plan from '#contract/locales/en/plan.json' with { type: 'json' };
import recipients from '#contract/locales/en/recipients.json' with { type: 'json' };
import { errorText } from './error-text.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { errors, plan, recipients } }, ns: ['errors', 'plan', 'recipients'], interpolation: { escapeValue: false } }));

test('a code has its words; one without gets those of the request', () => {
  expect(errorText({ code: 'conflict' })).toBe(errors.conflict);
  expect(errorText({ code: 'nothing_like_it' as never }, 'It failed.')).toBe('It failed.');
});

test('what a plan lacks is named', () => {
  const details = { features: ['allowAuditTrail', 'allowSignerReassignment'] };
  expect(errorText({ code: 'permission_denied', details }, 'It failed.')).toBe('Not included in your plan: Audit trail, Reassigning.');
});

test.each([[undefined], [null], [{ features: [] }], [{ features: 'all' }], [{ features: ['__proto__', 7] }]])('details that name nothing known are left aside: %j', (details) => {
  expect(errorText({ code: 'permission_denied', details })).toBe(errors.permission_denied);
});

test('what this installation can’t do is named', () => {
  const of = (details: unknown) => errorText({ code: 'feature_not_supported', details });
  expect(of({ options: [], requirements: ['third_party'] })).toBe('Not available here: Identity verification service.');
  for (const details of [undefined, { reason: 'trial' }, { requirements: ['nothing_like_it', 7] }]) expect(of(details)).toBe(errors.feature_not_supported);
});
