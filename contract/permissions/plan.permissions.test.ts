/** The table of required plan features, which the server and the web application share. */
import { expect, test } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import { planContents } from '#contract/plans.ts';
import { combinePlanFlags, mayUse, missingFeatures, type PlanFlags } from './plan.permissions.ts';

const essentials: PlanFlags = { ...planContents.Essentials.switches, allowResourceCreation: true };
const field = (more: Partial<FieldInput>) => createField({ id: 'a', page: 1, rect: { x: 0, y: 0, width: 10, height: 4 }, ...more });

test.each([
  ['choices', { type: 'radio', group: 'one' }, ['allowAdvancedFields']],
  ['images', { type: 'image' }, ['allowAdvancedFields']],
  ['links', { type: 'link' }, ['allowAdvancedFields']],
  ['formats', { textFormat: 'email' }, ['allowFieldsValidations']],
  ['lengths', { textMaxLength: 4 }, ['allowFieldsValidations']],
  ['rules', { rules: { formula: 'a + 1' } }, ['allowFieldsValidations']],
  ['fields from the original document', { type: 'radio', group: 'one', textMaxLength: 4, pdfFieldId: '4R' }, []],
  ['signatures', { type: 'signature' }, []],
  ['dates', { type: 'date', dateFormat: 'DD.MM.YYYY' }, []],
] as const)('features and fields on Essentials: %s', (_, more, missing) => {
  expect(missingFeatures({ fields: [field(more as Partial<FieldInput>)] }, essentials)).toEqual(missing);
});

test('drop-down lists are advanced fields', () => {
  expect(missingFeatures({ fields: [field({ options: ['a'] })] }, essentials)).toEqual(['allowAdvancedFields']);
});

test('allows a feature that the plan has, that is already in use, or whose plan is unknown', () => {
  expect(mayUse('allowAuditTrail', essentials)).toBe(false);
  expect(mayUse('allowAuditTrail', { ...essentials, allowAuditTrail: true })).toBe(true);
  expect(mayUse('allowAuditTrail', essentials, { options: { includeFileAudit: true } })).toBe(true);
  expect(mayUse('allowAuditTrail', essentials, { options: { includeFileAudit: false, allowSignerReassignment: true } })).toBe(false);
  expect(mayUse('allowAuditTrail', null)).toBe(true);
});

test('combines the features of several plans', () => {
  const one = { ...essentials, allowAuditTrail: true };
  const other = { ...essentials, allowBulkSending: true, allowReminderNotifications: false };
  expect(combinePlanFlags([one, other])).toEqual({ ...essentials, allowAuditTrail: true, allowBulkSending: true });
  expect(combinePlanFlags([other])).toEqual(other);
});
