import type { Team } from '#contract/entities/organization.ts';
import { mergeList } from '#web/entities/merging/three-way.ts';

interface TeamValues {
  name: string;
  description: string | null;
  memberIds: string[];
}

const idsOf = ({ members }: Pick<Team, 'members'>): string[] => members.map(({ id }) => id);

/**
 * Returns the changes to save to a team. `before` is the opened version, `now` the server's. Contains only local
 * changes, merged with members that others added or removed meanwhile.
 */
export function changesOf(before: Team, { name, description, memberIds }: TeamValues, now: Team): Partial<TeamValues> {
  const members = mergeList(idsOf(before), memberIds, idsOf(now), { keyOf: (id) => id, isEqual: Object.is }, 'mine').value;
  const isSame = members.length === now.members.length && idsOf(now).every((id) => members.includes(id));
  return {
    ...(name === before.name ? {} : { name }),
    ...(description === (before.description || null) ? {} : { description }),
    ...(isSame ? {} : { memberIds: members }),
  };
}
