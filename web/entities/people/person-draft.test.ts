// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contactOf, contactText, problemsOf } from './person-draft.ts';

describe('a person as typed', () => {
  const user = { email: 'grace@example.org' };
  it.each([
    [{ name: '', contact: '' }, { contact: 'fields_empty' }],
    [{ name: 'Ada', contact: 'ada' }, { contact: 'email_validation' }],
    [{ name: 'Ada', contact: '+49 30 1234567' }, { contact: 'email_validation' }],
    [{ name: 'Ada\u202E', contact: 'ada@example.org' }, { name: 'names_validation' }],
    [{ name: 'Ada\u202E', contact: '' }, { name: 'names_validation', contact: 'fields_empty' }],
    [{ name: 'Ada', contact: 'Bob@Example.org' }, { contact: 'match_recipient' }],
    [{ name: 'Ada', contact: 'GRACE@example.org' }, { contact: 'match_user' }],
    [{ name: 'Ada Byron', contact: 'ada@example.org' }, {}],
    [{ name: 'Jean-Luc O’Neil (CEO), 7-Eleven & Co', contact: 'ada@example.org' }, {}],
    [{ name: '', contact: 'ada@example.org' }, {}],
  ])('%j', (draft, problems) => {
    expect(problemsOf(draft, { others: [{ email: 'bob@example.org' }], user })).toEqual(problems);
  });

  it('may have a phone number instead of an e-mail address if sign-in by phone is offered', () => {
    expect(problemsOf({ name: '', contact: '+49 30 1234567' }, { allowPhone: true })).toEqual({});
    expect(problemsOf({ name: '', contact: '+49' }, { allowPhone: true })).toEqual({ contact: 'fields_validation' });
    expect(problemsOf({ name: '', contact: '030 1234567' }, { allowPhone: true })).toEqual({ contact: 'fields_validation' });
    expect(problemsOf({ name: '', contact: '212 555 0123' }, { allowPhone: true, others: [{ phone: '+12125550123' }] })).toEqual({ contact: 'match_recipient' });
  });

  it('accepts contacts in common spellings', () => {
    expect(contactOf(' ada@example.org ')).toEqual({ email: 'ada@example.org', phone: null });
    expect(contactOf('+49 30 123')).toEqual({ email: null, phone: '+4930123' });
    expect(contactOf('(212) 555-0123')).toEqual({ email: null, phone: '+12125550123' });
    expect(contactText({ email: null, phone: '+12125550123' })).toBe('+1 212 555 0123');
    expect(contactText({ email: 'ada@example.org', phone: '+12125550123' })).toBe('ada@example.org');
  });
});
