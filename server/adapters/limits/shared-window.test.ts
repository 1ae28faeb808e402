import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Db } from '#server/platform/database/database.ts';
import { mostCounters, SharedWindow } from './shared-window.ts';

/** Never used: nothing is synchronised in these tests. */
const nobody = null as unknown as Db;
const minute = 60_000;

test('a blocked caller stays blocked however many other addresses arrive', async () => {
  const window = new SharedWindow(nobody, minute, pino({ level: 'silent' }));
  for (let count = 0; count < 100; count++) expect(window.hit('busy', 100)).toBe(0);
  for (let other = 0; other <= mostCounters; other++) window.hit(`other-${other}`, 100);
  expect(window.hit('busy', 100)).toBeGreaterThan(0);
  await window.close();
});

test('the count restarts when the window ends', async () => {
  const window = new SharedWindow(nobody, minute, pino({ level: 'silent' }));
  expect([window.hit('one', 1, 0), window.hit('one', 1, 10), window.hit('one', 1, minute + 1)]).toEqual([0, minute - 10, 0]);
  await window.close();
});
