import type { ListSort } from '#contract/entities/list-query.ts';
import type { FileSummary } from '#contract/entities/file.ts';
import type { ListQuery } from './list-query.ts';
import { holds, sortList } from './list-query.ts';

export const fileFilters = ['all', 'sharedWithMe'] as const;
export type FileFilter = (typeof fileFilters)[number];

export const listedFiles = (
  all: readonly FileSummary[],
  query: ListQuery<FileFilter, ListSort>,
  viewerId: string,
  language: string,
): FileSummary[] => {
  const found = all.filter((each) => (query.filter === 'all' || each.ownerId !== viewerId) && holds([each.title], query.search));
  return sortList(found, query, ({ title }) => title, language);
};
