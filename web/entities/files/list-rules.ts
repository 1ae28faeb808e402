import type { FileSummary } from '#contract/entities/file.ts';
import type { ListRules } from '../list-rules.ts';

/** The server also searches the owner's name, which the browser does not have. */
export const fileRules: ListRules<FileSummary> = {
  nameOf: ({ title }) => title,
  textsOf: ({ title }) => [title],
  isInSpace: ({ ownerId, orgId, sharedWith }, { userId, orgId: space }) => {
    if (space !== null) return orgId === space;
    return ownerId === userId ? !orgId : userId !== null && sharedWith.includes(userId);
  },
  passes: ({ ownerId }, filter, { userId }) => filter === 'all' || ownerId !== userId,
};
