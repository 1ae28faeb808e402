// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { fileSize, shortDate } from './dates.ts';
import { matches } from './Highlight.tsx';
import { avatarColor, colorIndexOf, initials, personName, recipientColor } from './initials.ts';
import { deviceOf } from './device.ts';
import { shortenMiddle } from './use-document-title.ts';

describe('initials', () => {
  it.each([
    [{ firstName: 'Ada', lastName: 'Byron' }, 'AB'],
    [{ firstName: 'émile', lastName: null }, 'É'],
    [{ email: 'grace.hopper@example.org' }, 'GH'],
    [{ email: 'ada@example.org' }, 'A'],
    [{ phone: '+49 170 12 34 56' }, '56'],
    [{}, ''],
  ])('%o → %s', (person, letters) => expect(initials(person)).toBe(letters));

  it('names people by name, else by address', () => {
    expect(personName({ firstName: 'Ada', lastName: 'Byron', email: 'a@b.org' })).toBe('Ada Byron');
    expect(personName({ firstName: '', lastName: null, email: 'a@b.org' })).toBe('a@b.org');
  });

  it('cycles through eight recipient colours and twelve avatar colours', () => {
    expect(recipientColor(0)).toBe('var(--recipient-1)');
    expect(recipientColor(8)).toBe('var(--recipient-1)');
    expect(avatarColor(8)).toBe('var(--avatar-9)');
    expect(avatarColor(12)).toBe('var(--recipient-1)');
    expect(colorIndexOf('ada@example.org')).toBe(colorIndexOf('ada@example.org'));
  });
});

describe('matches', () => {
  it('finds all matches, ignoring case', () => expect(matches('Lease of the lease', 'LEASE')).toEqual(['', 'Lease', ' of the ', 'lease', '']));
  it('marks nothing for an empty search', () => expect(matches('Lease', ' ')).toEqual(['Lease']));
  it('marks nothing if lower case changes the length', () => expect(matches('İstanbul', 'i')).toEqual(['İstanbul']));
});

describe('dates and sizes', () => {
  const now = new Date(2026, 10, 21, 15, 0);
  const at = (...parts: [number, number, number, number]) => new Date(...parts).toISOString();
  it('shows the time today, the day this year, else the year', () => {
    expect(shortDate(at(2026, 10, 21, 9), 'en-GB', now)).toBe('9:00');
    expect(shortDate(at(2026, 10, 20, 23), 'en-GB', now)).toBe('20 Nov');
    expect(shortDate(at(2025, 4, 3, 9), 'en-GB', now)).toBe('3 May 2025');
    expect(shortDate(at(2025, 4, 3, 9), 'de-DE', now)).toBe('3. Mai 2025');
  });
  it('rounds sizes', () => {
    expect(fileSize(512, 'en')).toBe('512 byte');
    expect(fileSize(184_000, 'en')).toBe('184 kB');
    expect(fileSize(1_440_000, 'de')).toBe('1,4 MB');
  });
});

describe('deviceOf (document 3 §9)', () => {
  it.each([
    [360, 740, 'phone'],
    [736, 900, 'phone'],
    [812, 375, 'phone'],
    [812, 376, 'tablet'],
    [1024, 768, 'tablet'],
    [1025, 768, 'desk'],
    [900, 375, 'desk'],
  ] as const)('%i × %i is a %s', (width, height, device) => expect(deviceOf(width, height)).toBe(device));
});

describe('shortenMiddle', () => {
  it('keeps the end of a tab title', () => {
    const short = shortenMiddle(`${'Lease agreement '.repeat(6)}2026.pdf`, 30);
    expect(short.length).toBeLessThanOrEqual(30);
    expect(short.endsWith('2026.pdf')).toBe(true);
  });
  it('leaves short text unchanged', () => expect(shortenMiddle('W-9.pdf')).toBe('W-9.pdf'));
});
