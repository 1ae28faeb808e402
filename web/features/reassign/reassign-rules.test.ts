// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { reassignProblems, refusalProblems } from './reassign-rules.ts';

describe('reassigning a signature request', () => {
  const rules = { recipients: [{ email: 'grace@example.org' }], user: { email: 'ada@example.org' } };
  const good = { name: 'Alan Turing', contact: 'alan@example.org', reason: 'On holiday' };
  it.each([
    [good, {}],
    [{ ...good, name: 'Ada\u202E' }, { name: 'names_validation' }],
    [{ ...good, contact: ' ' }, { contact: 'fields_empty' }],
    [{ ...good, contact: 'alan' }, { contact: 'email_validation' }],
    [{ ...good, contact: 'Ada@example.org' }, { contact: 'match_user' }],
    [{ ...good, contact: 'grace@Example.org' }, { contact: 'match_recipient' }],
    [{ ...good, reason: '  ' }, { reason: 'missing_reason' }],
    [{ ...good, reason: 'x'.repeat(257) }, { reason: 'reason_too_large' }],
    [{ ...good, reason: 'x'.repeat(256) }, {}],
    [{ name: 'Ada\u202E', contact: '', reason: '' }, { name: 'names_validation', contact: 'fields_empty', reason: 'missing_reason' }],
  ])('%j', (draft, problems) => {
    expect(reassignProblems(draft, rules)).toEqual(problems);
  });

  it('accepts a phone number where text messages are delivered', () => {
    expect(reassignProblems({ ...good, contact: '(212) 555-0123' }, { ...rules, allowPhone: true })).toEqual({});
    expect(reassignProblems({ ...good, contact: '(212) 555-0123' }, rules)).toEqual({ contact: 'email_validation' });
  });

  it('shows refusals of the server beside their field, and no others', () => {
    expect(refusalProblems('match_recipient')).toEqual({ contact: 'match_recipient' });
    expect(refusalProblems('missing_reason')).toEqual({ reason: 'missing_reason' });
    expect(refusalProblems('conflict')).toEqual({});
  });
});
