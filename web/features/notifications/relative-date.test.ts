import { expect, test } from 'vitest';
import { relativeDate } from './relative-date.ts';

const now = new Date('2026-05-03T12:00:00Z');
const ago = (ms: number): string => new Date(now.getTime() - ms).toISOString();
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

test.each([
  [0, 'en', 'now'], [-5000, 'en', 'now'], [59_999, 'en', 'now'], [5 * minute, 'en', '5 min. ago'], [2 * hour + 40 * minute, 'en', '2 hr. ago'], [2 * hour, 'de', 'vor 2 Std.'], [3 * day, 'en', 'Apr 30'], [400 * day, 'en', 'Mar 29, 2025'],
])('%i ms ago is said in %s as %s', (passed, language, text) => {
  expect(relativeDate(ago(passed), language, now)).toBe(text);
});
