import { expect, it, vi } from 'vitest';
import { cachedAnswer, cachedBody } from './store.ts';

vi.mock('./has-documents.ts', () => ({ hasDocuments: () => true }));
vi.mock('./answers.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./cached-bodies.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('where the code of the stores is gone, nothing counts as kept', async () => {
  expect(await cachedAnswer('ada', 'profile.get', {})).toBeUndefined();
  expect(await cachedBody('ada', { fileId: 'f', version: 1, hash: 'h', size: 1 })).toBeNull();
});
