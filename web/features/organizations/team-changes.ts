import type { Team } from '#contract/entities/organization.ts';
import { mergeList } from '#web/entities/merging/three-way.ts';

interface TeamValues {
  name: string;
  description: string | null;
  memberIds: string[];
}

const idsOf = ({ members }: Pick<Team, 'members'>): string[] => members.map(({ id }) => id);

/** What to save of a team that was opened as `before` and is `now` on the server: only what was changed here, with the members that others added or took out meanwhile. */
export function changesOf(before: Team, { name, description, memberIds }: TeamValues, now: Team): Partial<TeamValues> {
  const members = mergeList(idsOf(before), memberIds, idsOf(now), { keyOf: (id) => id, isEqual: Object.is }, 'mine').value;
  const isSame = members.length === now.members.length && idsOf(now).every((id) => members.includes(id));
  return {
    ...(name === before.name ? {} : { name }),
    ...(description === (before.description || null) ? {} : { description }),
    ...(isSame ? {} : { memberIds: members }),
  };
}
