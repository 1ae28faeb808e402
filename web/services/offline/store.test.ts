import { expect, it, vi } from 'vitest';
import { keptAnswer, keptBody } from './store.ts';

vi.mock('./has-documents.ts', () => ({ hasDocuments: () => true }));
vi.mock('./answers.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('./kept-bodies.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

it('where the code of the stores is gone, nothing counts as kept', async () => {
  expect(await keptAnswer('ada', 'profile.get', {})).toBeUndefined();
  expect(await keptBody('ada', { fileId: 'f', version: 1, hash: 'h', size: 1 })).toBeNull();
});
