// @vitest-environment node
import { expect, it } from 'vitest';
import type { Member } from '#contract/entities/organization.ts';
import { foundMembers, memberActions } from './member-rules.ts';

const member = (id: string, more: Partial<Member> = {}): Member => ({
  id, email: `${id}@example.org`, phone: null, firstName: id, lastName: null, avatar: null, role: 'participant', status: 'active', removed: false, delivery: null, permissions: null, hasSecondFactor: null, ...more,
});
const members = [
  member('zoe', { status: 'invited', role: 'admin' }), member('bob'), member('ada'), member('cleo', { role: 'admin' }), member('olga'), member('gone', { removed: true }),
];
const organization = { ownerId: 'olga', members };

it('the owner comes first, then admins, then participants by name, the invited last', () =>
  expect(foundMembers(organization, '').map(({ id }) => id)).toEqual(['olga', 'cleo', 'ada', 'bob', 'zoe']));

it('is searched in names and addresses, whatever the case', () => expect(foundMembers(organization, 'BOB@').map(({ id }) => id)).toEqual(['bob']));

const all = () => true;
it.each([
  ['bob', 'olga', ['rights', 'makeAdmin', 'remove']],
  ['cleo', 'olga', ['cancelAdmin', 'remove']],
  ['zoe', 'olga', ['renew', 'remove']],
  ['olga', 'cleo', []],
  ['cleo', 'cleo', []],
])('with %s, %s can do %j', (id, userId, acts) => {
  const found = members.find((each) => each.id === id);
  expect(found && memberActions(organization, found, { may: all, userId })).toEqual(acts);
});

it('who may do nothing gets no menu', () => expect(memberActions(organization, member('bob'), { may: () => false, userId: 'ada' })).toEqual([]));
