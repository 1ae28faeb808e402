import { expect, it } from 'vitest';
import { isOffer, takeOverIfAlone } from './take-over.ts';

it('a version that waits takes over from a page of its own version only', () => {
  expect(isOffer(takeOverIfAlone('new'), 'new')).toBe(true);
  expect(isOffer(takeOverIfAlone('old'), 'new')).toBe(false);
  for (const other of ['take-over', 'take-over-if-alone', null, {}]) expect(isOffer(other, 'new')).toBe(false);
});
