// @vitest-environment node
import { expect, test } from 'vitest';
import type { Template } from '#contract/entities/template.ts';
import { roleNames } from '#web/entities/people/use-role-names.ts';
import { listedTemplates } from './templates-list.ts';

test('templates are found by the displayed name of a role', () => {
  const template = { name: 'Lease', ownerId: 'a', owner: {}, recipients: [{ role: 'signer' }], createdAt: '2026-01-01', updatedAt: '2026-01-01' } as unknown as Template;
  const found = (search: string) => listedTemplates([template], { filter: 'all', search, sort: 'created_at', order: 'descent' }, 'a', 'de', roleNames('Unterzeichner').shown).length;
  expect([found('unterz'), found('signer')]).toEqual([1, 0]);
});
