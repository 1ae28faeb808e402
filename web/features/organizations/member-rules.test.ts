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

it('sorts the owner first, then admins, participants by name, and invited people', () =>
  expect(foundMembers(organization, '').map(({ id }) => id)).toEqual(['olga', 'cleo', 'ada', 'bob', 'zoe']));

it('searches names and addresses, ignoring case', () => expect(foundMembers(organization, 'BOB@').map(({ id }) => id)).toEqual(['bob']));

it('finds a phone number as it is shown', () => {
  const found = foundMembers({ ownerId: 'olga', members: [...members, member('ann', { phone: '+442079460000' })] }, '+44 207');
  expect(found.map(({ id }) => id)).toEqual(['ann']);
});

const all = () => true;
it.each([
  ['bob', 'olga', ['rights', 'makeAdmin', 'remove']],
  ['cleo', 'olga', ['cancelAdmin', 'remove']],
  ['zoe', 'olga', ['renew', 'remove']],
  ['olga', 'cleo', []],
  ['cleo', 'cleo', []],
])('for %s, %s has the actions %j', (id, userId, actions) => {
  const found = members.find((each) => each.id === id);
  expect(found && memberActions(organization, found, { may: all, userId })).toEqual(actions);
});

it('a person without permissions gets no menu', () => expect(memberActions(organization, member('bob'), { may: () => false, userId: 'ada' })).toEqual([]));
