import { describe, expect, it } from 'vitest';
import { untilNotice } from './use-self-signed-notice.ts';

const day = 24 * 60 * 60 * 1000;

describe('the notice about self-signed certificates', () => {
  it.each([
    ['ten seconds after the first visit', 0, 50 * day, 10_000],
    ['ten seconds after a visit that comes a day later', 50 * day, 51 * day, 10_000],
    ['not before a day has passed', 50 * day, 50 * day + 3_600_000, day - 3_600_000],
    ['at the earliest ten seconds after the page is there', 50 * day, 51 * day - 1000, 10_000],
  ])('appears %s', (_, last, now, wanted) => {
    expect(untilNotice(last, now)).toBe(wanted);
  });
});
