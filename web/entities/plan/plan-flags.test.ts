// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import { createField } from '#contract/entities/field.ts';
import { mayUse, type Feature } from '#contract/permissions/plan.permissions.ts';
import { planContents } from '#contract/plans.ts';
import { fieldInPlan } from './fields-in-plan.ts';
import { planFlagsIn } from './plan-flags.ts';

const holding = (...features: Feature[]): FeatureFlags => ({
  ...planContents.Essentials.switches, allowResourceCreation: true, templatesQuota: 1, transactionsQuota: 5, billingPlanTemplatesQuota: 1,
  ...Object.fromEntries(features.map((feature) => [feature, true])),
});
const me = { id: 'me', featureFlags: holding('allowAuditTrail') };
const organization = (ownerId: string) => ({ ownerId, featureFlags: holding('allowBulkSending') });
const has = (flags: ReturnType<typeof planFlagsIn>) => (['allowAuditTrail', 'allowBulkSending', 'allowInPersonSigning'] as const).map((feature) => mayUse(feature, flags));

describe('the plan that applies', () => {
  test('is my own for my own resources', () => expect(has(planFlagsIn({ ownerId: 'me', orgId: null }, me, undefined))).toEqual([true, false, false]));
  test('is that of the organization in an organization of somebody else', () =>
    expect(has(planFlagsIn({ ownerId: 'me', orgId: 'org' }, me, organization('ada')))).toEqual([false, true, false]));
  test('combines both in my own organization', () => expect(has(planFlagsIn({ ownerId: 'me', orgId: 'org' }, me, organization('me')))).toEqual([true, true, false]));
  test('is that of the organization for resources of another member', () =>
    expect(has(planFlagsIn({ ownerId: 'bob', orgId: 'org' }, me, organization('me')))).toEqual([false, true, false]));
});

test.each([
  ['a thing of somebody else', { ownerId: 'ada', orgId: null }, me, undefined],
  ['an organization that is not here yet', { ownerId: 'me', orgId: 'org' }, me, undefined],
  ['what the owner of an organization made there, for its members', { ownerId: 'ada', orgId: 'org' }, me, organization('ada')],
  ['before it is known who is here', { ownerId: 'me', orgId: null }, null, undefined],
] as const)('%s: the server decides', (_, space, own, its) => {
  expect(planFlagsIn(space, own, its)).toBeNull();
});

describe('detected fields under a plan', () => {
  const choice = createField({ id: 'a', page: 1, rect: { x: 1, y: 2, width: 3, height: 3 }, type: 'radio', group: 'group-1', fieldName: 'group-1', detected: true });
  const comb = createField({ id: 'b', page: 1, rect: { x: 1, y: 2, width: 30, height: 3 }, textMaxLength: 8, comb: true, detected: true });

  test('radio buttons become separate checkboxes', () => {
    const [one, other] = [choice, { ...choice, id: 'c' }].map((field) => fieldInPlan(field, () => false));
    expect(one).toMatchObject({ type: 'checkmark', group: null, value: false, rect: choice.rect, detected: true });
    expect(one?.fieldName).not.toBe(other?.fieldName);
  });

  test('a guessed length is not a limit', () => {
    expect(fieldInPlan(comb, () => false)).toMatchObject({ type: 'text', textMaxLength: 0, comb: false });
    expect(fieldInPlan(comb, (feature) => feature === 'allowAdvancedFields').textMaxLength).toBe(0);
  });

  test('stay unchanged if the plan includes them', () => {
    expect([choice, comb].map((field) => fieldInPlan(field, () => true))).toEqual([choice, comb]);
  });
});
