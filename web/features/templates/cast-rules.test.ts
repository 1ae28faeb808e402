// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/entities/template.ts';
import { castProblems, startCast } from './cast-rules.ts';

const role = (id: string, more: object = {}) => ({ id, role: id, email: null, phone: null, firstName: null, lastName: null, ...more }) as unknown as Template['recipients'][number];

describe('who takes which role', () => {
  const roles = [role('tenant'), role('owner', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' })];
  it('begins with those the template names', () => {
    expect(startCast(roles)).toEqual({ tenant: { name: '', contact: '' }, owner: { name: 'Ada Byron', contact: 'ada@example.org' } });
  });
  it('needs somebody for every role, and nobody twice', () => {
    expect(castProblems(roles, startCast(roles))).toEqual({ tenant: { contact: 'fields_empty' } });
    expect(castProblems(roles, { ...startCast(roles), tenant: { name: '', contact: 'ADA@example.org' } })).toEqual({ owner: { contact: 'match_recipient' } });
    expect(castProblems(roles, { ...startCast(roles), tenant: { name: 'Grace', contact: 'grace@example.org' } })).toEqual({});
  });
  it('takes who signs in person by their name', () => {
    const here = [role('guest', { inPerson: true })];
    expect(castProblems(here, startCast(here))).toEqual({ guest: { contact: 'fields_empty' } });
    expect(castProblems(here, { guest: { name: 'Ina', contact: '' } })).toEqual({});
    expect(castProblems(here, { guest: { name: 'Ina', contact: 'ina' } })).toEqual({ guest: { contact: 'email_validation' } });
  });
});
