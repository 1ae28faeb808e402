import { expect, test } from 'vitest';
import { cloudCalls } from './cloud.calls.ts';

/** Node's default limit of the request line and headers, in bytes. */
const mostHeaderBytes = 16_384;
const query = cloudCalls['cloud.callback'].query;

test('every source response that the call accepts fits into a URL', () => {
  const longest = { state: '%'.repeat(200), code: '%'.repeat(4096), error: '%'.repeat(256) };
  expect(query.safeParse(longest).success).toBe(true);
  expect(new URLSearchParams(longest).toString().length).toBeLessThan(mostHeaderBytes - 2000);
  for (const name of ['state', 'code', 'error'] as const) expect(query.safeParse({ ...longest, [name]: 'ä' }).success, name).toBe(false);
});
