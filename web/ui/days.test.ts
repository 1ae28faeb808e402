// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { dayOf, endOfDay } from './days.ts';

describe('the signing deadline', () => {
  it('ends at midnight in the time zone of the sender', () => {
    const end = endOfDay('2026-12-31');
    expect(new Date(end ?? 0).getHours()).toBe(23);
    expect(dayOf(new Date(end ?? 0))).toBe('2026-12-31');
  });
  it.each(['', 'tomorrow', '2026-12'])('is missing for "%s"', (text) => expect(endOfDay(text)).toBeNull());
});
