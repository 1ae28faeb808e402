import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';

export type VisitorListKind = VisitorListed['kind'];

/** What a list of a visitor shows: its own kind, and documents that belong to no draft. The list of files has all documents. */
export const entriesOf = (kind: VisitorListKind, entries: readonly VisitorListed[], search = ''): { own: VisitorListed[]; others: VisitorListed[] } => {
  const wanted = search.trim().toLocaleLowerCase();
  const found = entries.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  return {
    own: found.filter((entry) => entry.kind === kind),
    others: kind === 'file' ? [] : found.filter((entry) => entry.kind === 'file' && entry.unitId === null),
  };
};
