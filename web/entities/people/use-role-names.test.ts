// @vitest-environment node
import { expect, test } from 'vitest';
import { locales } from '#contract/languages.ts';
import { roleNames } from './use-role-names.ts';

test.each(locales)('the role of a signer is shown in %s and stored unchanged', async (language) => {
  const { default: people } = (await import(`../../../contract/locales/${language}/people.json`)) as { default: { signer: string } };
  const { shown, stored } = roleNames(people.signer);
  expect([shown('signer'), shown('Tenant')]).toEqual([people.signer, 'Tenant']);
  expect([people.signer, 'signer', ' Signer ', ' Tenant '].map(stored)).toEqual(['signer', 'signer', 'signer', 'Tenant']);
});
