// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { suggest } from './contact-suggestions.ts';

const grace = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
const alan = { email: 'alan@example.org', firstName: 'Alan', lastName: 'Turing' };
const known = [{ email: 'Grace@example.org' }, grace, alan, { email: null, phone: '+4912345678', firstName: 'Grete' }];

describe('suggested contacts', () => {
  it.each([
    ['hopp', [grace]], ['GRACE', [grace]], ['e h', [grace]], ['@example', [grace, alan]], ['', []], ['nobody', []],
  ])('"%s"', (text, found) => expect(suggest(known, text, [])).toEqual(found));

  it.each(['+49 123', '(123) 45', '12345', 'grete'])('by phone are offered where a contact may be a phone number: "%s"', (text) => {
    expect(suggest(known, text, [], true)).toEqual([known[3]]);
    expect(suggest(known, text, [])).toEqual([]);
  });

  it('by phone are not offered for digits in other words', () => expect(suggest(known, 'room 123', [], true)).toEqual([]));

  it('leave out people already added', () => expect(suggest(known, 'example', [{ email: 'ALAN@example.org' }])).toEqual([grace]));

  it('are limited in number', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ email: `person${index}@example.org` }));
    expect(suggest(many, 'person', [])).toHaveLength(6);
  });
});
