import { describe, expect, it } from 'vitest';
import { contactOf, moveItem, problemsOf, splitName } from './recipient-rules.ts';

describe('recipients', () => {
  it.each([
    [{ name: '', contact: '' }, { contact: 'fields_empty' }],
    [{ name: 'Ada', contact: 'ada' }, { contact: 'email_validation' }],
    [{ name: '4da', contact: 'ada@example.org' }, { name: 'names_validation' }],
    [{ name: 'Ada', contact: 'Bob@Example.org' }, { contact: 'match_recipient' }],
    [{ name: 'Ada Byron', contact: 'ada@example.org' }, {}],
  ])('%j', (draft, problems) => {
    expect(problemsOf(draft, [{ email: 'bob@example.org' }])).toEqual(problems);
  });

  it('reads contacts and names as people write them', () => {
    expect(contactOf(' ada@example.org ')).toEqual({ email: 'ada@example.org', phone: null });
    expect(contactOf('+49 30 123')).toEqual({ email: null, phone: '+4930123' });
    expect(splitName('Ada King Byron')).toEqual({ firstName: 'Ada King', lastName: 'Byron' });
    expect(splitName('Ada')).toEqual({ firstName: 'Ada', lastName: null });
  });

  it('moves one in the order', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  });
});
