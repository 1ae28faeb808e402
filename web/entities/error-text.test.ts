// @vitest-environment node
import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import errors from '#contract/locales/en/errors.json' with { type: 'json' };
import lists from '#contract/locales/en/lists.json' with { type: 'json' };
import plan from '#contract/locales/en/plan.json' with { type: 'json' };
import recipients from '#contract/locales/en/recipients.json' with { type: 'json' };
import { actionErrorText } from './action-error-text.ts';
import { errorText } from './error-text.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: { errors, lists, plan, recipients } }, ns: ['errors', 'lists', 'plan', 'recipients'], interpolation: { escapeValue: false } }));

test('uses the text of the code, else the text of the request', () => {
  expect(errorText({ code: 'conflict' })).toBe(errors.conflict);
  expect(errorText({ code: 'nothing_like_it' as never }, 'It failed.')).toBe('It failed.');
});

test('names the feature that the plan lacks', () => {
  const details = { features: ['allowAuditTrail', 'allowSignerReassignment'] };
  expect(errorText({ code: 'permission_denied', details }, 'It failed.')).toBe('Not included in your plan: Audit trail, Reassigning.');
});

test.each([[undefined], [null], [{ features: [] }], [{ features: 'all' }], [{ features: ['__proto__', 7] }]])('ignores unknown details: %j', (details) => {
  expect(errorText({ code: 'permission_denied', details })).toBe(errors.permission_denied);
});

test('names the feature that the installation lacks', () => {
  const of = (details: unknown) => errorText({ code: 'feature_not_supported', details });
  expect(of({ options: [], requirements: ['third_party'] })).toBe('Not available here: Identity verification service.');
  for (const details of [undefined, { reason: 'trial' }, { requirements: ['nothing_like_it', 7] }]) expect(of(details)).toBe(errors.feature_not_supported);
});

test.each(['useTemplate', 'createTemplate', 'updateDocument', 'createDocument'] as const)('says what cannot be done while the server is away: %s', (action) => {
  expect(actionErrorText(action, { code: 'service_unavailable' })).toBe(lists.unavailable[action]);
  expect(actionErrorText(action, { code: 'conflict' })).toBe(errors.conflict);
});
