// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { suggest } from './contact-suggestions.ts';

const grace = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
const alan = { email: 'alan@example.org', firstName: 'Alan', lastName: 'Turing' };
const known = [{ email: 'Grace@example.org' }, grace, alan, { email: null, phone: '+4912345678', firstName: 'Grete' }];

describe('who may be meant', () => {
  it.each([
    ['hopp', [grace]], ['GRACE', [grace]], ['e h', [grace]], ['@example', [grace, alan]], ['', []], ['nobody', []],
  ])('"%s"', (text, found) => expect(suggest(known, text, [])).toEqual(found));

  it('is not who is there already', () => expect(suggest(known, 'example', [{ email: 'ALAN@example.org' }])).toEqual([grace]));

  it('is at most a handful', () => {
    const many = Array.from({ length: 40 }, (_, index) => ({ email: `person${index}@example.org` }));
    expect(suggest(many, 'person', [])).toHaveLength(6);
  });
});
