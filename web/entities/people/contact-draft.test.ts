// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { contactProblemsOf, contactWriteOf } from './contact-draft.ts';

const empty = { firstName: '', lastName: '', email: '', phone: '' };

describe('a contact as typed', () => {
  it.each([
    [{}, { email: 'fields_empty' }],
    [{ firstName: 'Ada' }, { email: 'fields_empty' }],
    [{ email: 'ada' }, { email: 'email_validation' }],
    [{ email: ' ada@example.org ' }, {}],
    [{ phone: '+49 151 1234567' }, {}],
    [{ phone: '(212) 555-0123' }, {}],
    [{ phone: '12' }, { phone: 'fields_validation' }],
    [{ phone: '0151 1234567' }, { phone: 'fields_validation' }],
    [{ email: 'ada@example.org', phone: 'x' }, { phone: 'fields_validation' }],
    [{ firstName: 'Ada\u202E', lastName: 'B\u200B', email: 'ada@example.org' }, { firstName: 'names_validation', lastName: 'names_validation' }],
  ])('%j', (typed, problems) => expect(contactProblemsOf({ ...empty, ...typed })).toEqual(problems));

  it('is sent without what was left empty', () => {
    expect(contactWriteOf({ firstName: ' Ada ', lastName: '  ', email: '', phone: '+49 151 1234567' })).toEqual({ firstName: 'Ada', lastName: null, email: null, phone: '+491511234567' });
  });
});
