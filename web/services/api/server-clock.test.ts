import { afterEach, expect, test } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const now = Date.UTC(2026, 10, 21, 12);
afterEach(() => noteServerTime(new Date(now).toUTCString(), now));

test('a device with a wrong clock uses the time of the server', () => {
  noteServerTime('Sat, 21 Nov 2026 09:00:00 GMT', now);
  expect(serverNow(now + 5000).toISOString()).toBe('2026-11-21T09:00:05.000Z');
  // Its clock was set right, or an answer took long.
  noteServerTime('Sat, 21 Nov 2026 12:00:09 GMT', now);
  expect(serverNow(now)).toEqual(new Date(now));
});

test('a response without a time changes nothing', () => {
  noteServerTime('Sat, 21 Nov 2026 09:00:00 GMT', now);
  noteServerTime(null, now);
  noteServerTime('soon', now);
  expect(serverNow(now).getUTCHours()).toBe(9);
});
