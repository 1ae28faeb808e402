// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/entities/template.ts';
import { assignmentProblems, initialAssignments } from './role-assignments.ts';

const role = (id: string, more: object = {}) => ({ id, role: id, email: null, phone: null, firstName: null, lastName: null, ...more }) as unknown as Template['recipients'][number];

describe('assigning people to roles', () => {
  const roles = [role('tenant'), role('owner', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' })];
  it('starts with the people named in the template', () => {
    expect(initialAssignments(roles)).toEqual({ tenant: { name: '', contact: '' }, owner: { name: 'Ada Byron', contact: 'ada@example.org' } });
  });
  it('needs one person for each role and nobody twice', () => {
    expect(assignmentProblems(roles, initialAssignments(roles))).toEqual({ tenant: { contact: 'fields_empty' } });
    expect(assignmentProblems(roles, { ...initialAssignments(roles), tenant: { name: '', contact: 'ADA@example.org' } })).toEqual({ owner: { contact: 'match_recipient' } });
    expect(assignmentProblems(roles, { ...initialAssignments(roles), tenant: { name: 'Grace', contact: 'grace@example.org' } })).toEqual({});
  });
  it('accepts phone numbers where text messages are delivered, each once', () => {
    const [tenant, owner] = [role('tenant'), role('owner', { phone: '+12125550123' })];
    const assigned = (contact: string) => ({ ...initialAssignments([tenant, owner]), tenant: { name: '', contact } });
    expect(initialAssignments([owner])).toEqual({ owner: { name: '', contact: '+1 212 555 0123' } });
    expect(assignmentProblems([tenant, owner], assigned('+49 151 23456789'), true)).toEqual({});
    expect(assignmentProblems([tenant, owner], assigned('212-555-0123'), true)).toEqual({ owner: { contact: 'match_recipient' } });
  });
  it('accepts a name alone for in-person signing', () => {
    const here = [role('guest', { inPerson: true })];
    expect(assignmentProblems(here, initialAssignments(here))).toEqual({ guest: { contact: 'fields_empty' } });
    expect(assignmentProblems(here, { guest: { name: 'Ina', contact: '' } })).toEqual({});
    expect(assignmentProblems(here, { guest: { name: 'Ina', contact: 'ina' } })).toEqual({ guest: { contact: 'email_validation' } });
  });
});
