/** Moving entries of a list to a folder, and tagging them. */
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { lockEntries } from '#server/repositories/archive.repository.ts';
import { addLabels, findLabels, findLabelsOf, holdLabels, removeLabels, type LabelOfEntry } from '#server/repositories/labels.repository.ts';
import { spaceOf, type Caller } from '#server/services/caller.ts';
import { isOwned, receivedBy } from './own-entries.ts';

export type LabelingService = ReturnType<typeof createLabelingService>;
type LabelChange = Required<Omit<NonNullable<InputOf<'lists.label'>['body']>, 'folderId'>> & { folderId?: string | null | undefined };

export function createLabelingService({ db }: { db: Db }) {
  const label = (caller: Caller, { kind, ids, folderId, addTags, removeTags }: LabelChange): Promise<OutputOf<'lists.label'>> =>
    db.transaction().execute(async (tx) => {
      const space = spaceOf(caller);
      // Locked before they are read: what is found here is there until the end.
      const allowed = await labeledBy(tx, caller, kind, ids);
      await holdLabels(tx, [...(folderId ? [folderId] : []), ...addTags]);
      const known = new Map((await findLabels(tx, space)).map((each) => [each.id, each.kind]));
      const isWrong = (id: string, wanted: string): boolean => known.get(id) !== wanted;
      if ([...addTags, ...removeTags].some((id) => isWrong(id, 'tag')) || (folderId && isWrong(folderId, 'folder'))) throw new AppError('not_found');
      const before = await findLabelsOf(tx, space, kind, allowed);
      const full = allowed.filter((id) => countTags(before, id, addTags, removeTags) > counts.tagsOfEntry);
      const changed = allowed.filter((id) => !full.includes(id));
      const folders = folderId === undefined ? [] : [...known].flatMap(([id, each]) => (each === 'folder' ? [id] : []));
      await removeLabels(tx, kind, changed, [...folders, ...removeTags]);
      await addLabels(tx, kind, changed, [...(folderId ? [folderId] : []), ...addTags]);
      const errorOf = (id: string) => (full.includes(id) ? 'limit_exceeded' : allowed.includes(id) ? null : 'not_found');
      return { results: ids.map((id) => ({ id, error: errorOf(id) })) };
    });
  return { label };
}

function countTags(before: readonly LabelOfEntry[], id: string, added: readonly string[], removed: readonly string[]): number {
  const own = before.flatMap((each) => (each.id === id && each.kind === 'tag' && !removed.includes(each.label_id) ? [each.label_id] : []));
  return new Set([...own, ...added]).size;
}

/** The entries that the caller may label: all of the caller's own lists, and in an organization what its space owns. */
async function labeledBy(tx: Tx, caller: Caller, kind: ResourceKind, ids: readonly string[]): Promise<string[]> {
  const entries = await lockEntries(tx, kind, ids);
  const owned = entries.filter((entry) => isOwned(entry, caller));
  if (caller.organization) return owned.filter((entry) => entry.org_id === caller.organization?.id).map(({ id }) => id);
  return [...owned.map(({ id }) => id), ...(await receivedBy(tx, caller, kind, entries.filter((entry) => !owned.includes(entry))))];
}

/** What lists say of each entry beside the entry itself. */
interface OwnMarks {
  folderId: string | null;
  tagIds: string[];
}

/** Finds folder and tags of the entries of a page, as the caller's space has them. */
export async function marksOf(db: Db, caller: Caller, kind: ResourceKind, ids: readonly string[]): Promise<(id: string) => OwnMarks> {
  const found = ids.length === 0 ? [] : await findLabelsOf(db, spaceOf(caller), kind, ids);
  return (id) => {
    const own = found.filter((each) => each.id === id);
    return { folderId: own.find((each) => each.kind === 'folder')?.label_id ?? null, tagIds: own.flatMap((each) => (each.kind === 'tag' ? [each.label_id] : [])) };
  };
}
