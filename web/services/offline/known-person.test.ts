import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetKnownPerson, knownPerson, noteContact, noteIdleLimit, rememberPerson } from './known-person.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe('the person this browser knows', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse('2026-11-28T10:00:00Z') });
    rememberPerson('ada');
  });
  afterEach(() => {
    vi.useRealTimers();
    localStorage.clear();
  });

  it('is known for seven days after the server last answered them', () => {
    vi.advanceTimersByTime(6 * day);
    noteContact('ada');
    vi.advanceTimersByTime(7 * day - minute);
    expect(knownPerson()).toBe('ada');
    vi.advanceTimersByTime(minute);
    expect(knownPerson()).toBeNull();
  });

  it('is known no longer than an idle session lasts, where sessions end', () => {
    noteIdleLimit(30);
    vi.advanceTimersByTime(29 * minute);
    expect(knownPerson()).toBe('ada');
    vi.advanceTimersByTime(minute);
    expect(knownPerson()).toBeNull();
  });

  it('is not known longer because the clock was set back', () => {
    expect(knownPerson(Date.now() - 8 * day)).toBeNull();
  });

  it('is forgotten at sign-out, also by answers that arrive later', () => {
    forgetKnownPerson();
    noteContact('ada');
    noteIdleLimit(30);
    expect(knownPerson()).toBeNull();
  });

  it('is nobody where the storage holds something else', () => {
    localStorage.setItem('countersign.person', '{"userId":1}');
    expect(knownPerson()).toBeNull();
    localStorage.setItem('countersign.person', 'x');
    expect(knownPerson()).toBeNull();
  });

  it('keeps no idle limit of the person before', () => {
    noteIdleLimit(30);
    rememberPerson('grace');
    vi.advanceTimersByTime(day);
    expect(knownPerson()).toBe('grace');
  });
});
