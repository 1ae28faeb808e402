// @vitest-environment node
import { afterEach, expect, test } from 'vitest';
import { daysOf, periodOf } from './list-period.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

test('a period is of whole days where the person is, also where a day has 23 hours', () => {
  process.env.TZ = 'Europe/Berlin';
  expect(periodOf({ from: '2026-03-29', until: '2026-03-29' })).toEqual({ createdFrom: '2026-03-28T23:00:00.000Z', createdBefore: '2026-03-29T22:00:00.000Z' });
  process.env.TZ = 'America/New_York';
  expect(periodOf({ from: '2026-03-29', until: '' })).toEqual({ createdFrom: '2026-03-29T04:00:00.000Z', createdBefore: '' });
});

test.each(['UTC', 'Europe/Berlin', 'Pacific/Kiritimati'])('days and times of a period go back and forth in %s', (name) => {
  process.env.TZ = name;
  for (const days of [{ from: '2026-02-28', until: '2026-03-29' }, { from: '', until: '2026-12-31' }, { from: '2026-10-25', until: '' }]) expect(daysOf(periodOf(days))).toEqual(days);
});

test('what is no day is none', () => expect(periodOf({ from: '2026-02-30', until: 'soon' })).toEqual({ createdFrom: '', createdBefore: '' }));
