// @vitest-environment node
import { expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { paths } from './prefetch-data.ts';

test.each(Object.entries(paths))('%s is prefetched from the path in the contract', (id, path) => {
  const { host, method, path: agreed } = calls[id as keyof typeof paths];
  expect([method, agreed, host]).toEqual(['GET', path, id === 'profile.get' ? 'account' : 'api']);
});
