import { expect, it } from 'vitest';
import { markForgotten } from '../storage/forgotten.ts';
import { readSigningDraft, storeSigningDraft } from './signing-draft.service.ts';

it('what is written after the sign-out does not stay', async () => {
  await storeSigningDraft('t', 'ada', { fields: { f: [] } });
  expect(await readSigningDraft('t', 'ada')).toBeDefined();
  markForgotten('grace');
  await storeSigningDraft('t', 'grace', { fields: { f: [] } });
  expect(await readSigningDraft('t', 'grace')).toBeUndefined();
});
