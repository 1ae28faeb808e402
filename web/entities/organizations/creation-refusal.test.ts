// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { CreationRight, Organization } from '#contract/entities/organization.ts';
import type { FeatureFlags } from '#contract/entities/feature-flags.ts';
import { creationRefusal } from './creation-refusal.ts';

const flags = (transactionsQuota: number, templatesQuota = -1, allowResourceCreation = true) => ({ transactionsQuota, templatesQuota, allowResourceCreation }) as FeatureFlags;
const organization = (ownerId: string, transactionsQuota: number, createTransactions = true) => ({
  ownerId, featureFlags: flags(transactionsQuota), members: [{ id: 'me', role: 'participant', status: 'active', permissions: null }],
  globalSettings: { createFiles: true, createTransactions, createTemplates: true, createBulks: true },
}) as unknown as Organization;
const refusal = (right: CreationRight, own: FeatureFlags | undefined, its?: Organization) => creationRefusal({ right, userId: 'me', flags: own, organization: its });

describe('what may be created', () => {
  test.each([
    ['createTransactions', flags(0), 'disabled_by_domain_limitation'],
    ['createTransactions', flags(1), null],
    ['createTransactions', flags(-1), null],
    ['createBulks', flags(0), 'disabled_by_domain_limitation'],
    ['createTemplates', flags(0), null],
    ['createTemplates', flags(-1, 0), 'disabled_by_domain_limitation'],
    ['createFiles', flags(0, 0), null],
    ['createTransactions', flags(0, 0, false), 'disabled_by_allow_resource_creation_flag'],
    ['createTransactions', undefined, null],
  ] as const)('%s with %j: %s', (right, own, expected) => expect(refusal(right, own)).toBe(expected));

  test('in an organization of somebody else its quota and its rights count', () => {
    expect(refusal('createTransactions', flags(-1), organization('ada', 0))).toBe('disabled_by_domain_limitation');
    expect(refusal('createTransactions', flags(0), organization('ada', 3))).toBeNull();
    expect(refusal('createTransactions', flags(-1), organization('ada', 0, false))).toBe('disabled_by_org_limitation');
  });

  test('in their own organization either quota is enough', () => {
    expect(refusal('createTransactions', flags(0), organization('me', 3))).toBeNull();
    expect(refusal('createTransactions', flags(2), organization('me', 0))).toBeNull();
    expect(refusal('createTransactions', flags(0), organization('me', 0))).toBe('disabled_by_domain_limitation');
  });
});
