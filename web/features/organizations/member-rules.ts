import type { Member, Organization } from '#contract/entities/organization.ts';
import { personTerms } from '#contract/entities/phone-number.ts';
import { matchesSearch } from '#web/entities/matches-search.ts';
import type { LoadedOrganization } from './use-organization.ts';

export type MemberMenuAction = 'rights' | 'makeAdmin' | 'cancelAdmin' | 'renew' | 'remove';

export const roleOf = ({ ownerId }: Pick<Organization, 'ownerId'>, member: Pick<Member, 'id' | 'role'>): 'owner' | Member['role'] =>
  member.id === ownerId ? 'owner' : member.role;

const rank = { owner: 0, admin: 1, participant: 2 } as const;
const namesOf = ({ firstName, lastName, email, phone }: Member): string => [firstName, lastName, email, phone].filter(Boolean).join(' ');

/** Lists members: the owner, admins, participants, each by name; invitations last. */
export function foundMembers(organization: Pick<Organization, 'ownerId' | 'members'>, search: string): Member[] {
  const found = organization.members.filter((member) => !member.removed && matchesSearch([namesOf(member)], search, personTerms));
  return found.toSorted(
    (a, b) =>
      Number(a.status === 'invited') - Number(b.status === 'invited') ||
      rank[roleOf(organization, a)] - rank[roleOf(organization, b)] ||
      namesOf(a).localeCompare(namesOf(b)),
  );
}

/** Returns the actions on a member. Nobody can act on the owner or on themselves (which is leaving). */
export function memberActions(organization: Pick<Organization, 'ownerId'>, member: Member, { may, userId }: Pick<LoadedOrganization, 'may' | 'userId'>): MemberMenuAction[] {
  const role = roleOf(organization, member);
  if (role === 'owner' || member.id === userId) return [];
  if (member.status === 'invited') return [...(may('invite') ? (['renew'] as const) : []), ...(may('removeMember') ? (['remove'] as const) : [])];
  const actions: MemberMenuAction[] = [];
  if (role === 'participant' && may('update')) actions.push('rights');
  if (role === 'participant' && may('makeAdmin')) actions.push('makeAdmin');
  if (role === 'admin' && may('cancelAdmin')) actions.push('cancelAdmin');
  if (may('removeMember')) actions.push('remove');
  return actions;
}
