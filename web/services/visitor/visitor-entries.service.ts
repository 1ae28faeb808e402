import { errorTexts } from '#contract/errors.ts';
import type { ErrorInfo } from '../app-error.ts';
import { AppError } from '../app-error.ts';
import { newLocalId } from './local-ids.ts';
import type { VisitorEntry, VisitorFile, VisitorOwner, VisitorUnit, VisitorUnitKind } from './visitor-database.ts';
import { announceVisitorChange, complete, request, unclaimed } from './visitor-database.ts';
import { dropVisitorFile, pagesOf, unstoredVisitorFiles } from './visitor-files.service.ts';

/** An entry of the list: without the document's bytes and fields. */
export type VisitorListed = Omit<VisitorFile, 'body' | 'fields'> & { readonly size: number } | VisitorUnit;

const listed = (entry: VisitorEntry): VisitorListed => {
  if (entry.kind !== 'file') return entry;
  const { body, fields: _fields, ...rest } = entry;
  return { ...rest, size: body.size };
};

/** All entries, latest first, with documents that this tab has and storage refused. */
export async function listVisitorEntries(): Promise<VisitorListed[]> {
  const unstored = await unstoredVisitorFiles();
  const stored = await request((db) => db.getAll('files'));
  return [...stored.map(complete), ...unstored].map(listed).toSorted((a, b) => b.addedAt - a.addedAt);
}

/** What becomes of an entry: its new state, null to delete it, or undefined to leave it. */
type Change = (entry: VisitorEntry) => VisitorEntry | null | undefined;

/** Changes entries, all or these, and adds a draft, in one transaction. Deletes the fields of deleted documents. */
async function changeEntries(change: Change, ids?: readonly string[], draft?: VisitorUnit): Promise<VisitorEntry[]> {
  let isChanged = draft !== undefined;
  const left = await request(async (db) => {
    const transaction = db.transaction(['files', 'fields'], 'readwrite');
    const files = transaction.objectStore('files');
    const found = ids ? (await Promise.all(ids.map((id) => files.get(id)))).flatMap((each) => each ?? []) : await files.getAll();
    const results: VisitorEntry[] = [];
    if (draft) await files.put(draft);
    for (const stored of found) {
      const entry = complete(stored);
      const next = change(entry);
      if (next !== undefined) isChanged = true;
      if (next === null) {
        await Promise.all([files.delete(entry.id), transaction.objectStore('fields').delete(pagesOf(entry.id))]);
        dropVisitorFile(entry.id);
      } else if (next) await files.put(next);
      if (next !== null) results.push(next ?? entry);
    }
    await transaction.done;
    return results;
  });
  if (isChanged) announceVisitorChange();
  return left;
}

/** Removes documents or drafts from this browser. A draft goes with its documents; a draft without documents goes, too. */
export async function removeVisitorEntries(ids: readonly string[]): Promise<void> {
  const gone = new Set(ids);
  const isGone = (entry: VisitorEntry): boolean =>
    gone.has(entry.id) || (entry.kind === 'file' ? entry.unitId !== null && gone.has(entry.unitId) : entry.fileIds.length > 0 && entry.fileIds.every((id) => gone.has(id)));
  await changeEntries((entry) => {
    if (isGone(entry)) return null;
    return entry.kind !== 'file' && entry.fileIds.some((id) => gone.has(id)) ? { ...entry, fileIds: entry.fileIds.filter((id) => !gone.has(id)) } : undefined;
  });
}

/** Makes a draft of documents that were added. */
export async function createVisitorUnit(kind: VisitorUnitKind, fileIds: readonly string[], title: string): Promise<string> {
  const id = newLocalId();
  await changeEntries((entry) => (entry.kind === 'file' ? { ...entry, unitId: id } : undefined), fileIds, { kind, id, title, fileIds, addedAt: Date.now(), state: 'waiting', ...unclaimed });
  return id;
}

/** Adds documents to a draft, which holds `limit` of them. */
export async function addToVisitorUnit(id: string, added: readonly string[], limit: number): Promise<void> {
  const { fileIds } = await readVisitorUnit(id);
  if (new Set([...fileIds, ...added]).size > limit) throw new AppError('max_count_exceeded');
  const isIn = new Set(added);
  await changeEntries((entry) => {
    if (entry.kind === 'file') return isIn.has(entry.id) ? { ...entry, unitId: id } : undefined;
    return { ...entry, fileIds: [...new Set([...entry.fileIds, ...added])] };
  }, [id, ...added]);
}

/** Fails with `not_found` if this browser has no such draft, or it belongs to an account. */
export async function readVisitorUnit(id: string): Promise<VisitorUnit> {
  const stored = await request((db) => db.get('files', id));
  const unit = stored && complete(stored);
  if (!unit || unit.kind === 'file' || unit.owner !== null) throw new AppError('not_found', { message: errorTexts.noLocalRecord });
  return unit;
}

/** Binds what waits to the account that signs in, unless it is bound to another already. Returns what is this account's. */
export async function claimVisitorEntries(owner: VisitorOwner): Promise<VisitorEntry[]> {
  const all = await changeEntries((entry) => (entry.owner === null && entry.state !== 'local' ? { ...entry, owner } : undefined));
  return all.filter((entry) => entry.owner?.userId === owner.userId && entry.state !== 'local').toSorted((a, b) => a.addedAt - b.addedAt);
}

/** Marks an entry as being moved into this space. */
export const markVisitorSyncing = async (id: string, owner: VisitorOwner): Promise<void> => {
  await changeEntries((entry) => ({ ...entry, owner, state: 'syncing', syncingSince: Date.now(), reason: null }), [id]);
};

export const markVisitorFailed = async (id: string, reason: ErrorInfo): Promise<void> => {
  await changeEntries((entry) => ({ ...entry, state: 'uploading_error', reason }), [id]);
};

/** The document is in the account, and its draft is to follow. */
export const markVisitorFileMoved = async (id: string): Promise<void> => {
  await changeEntries((entry) => (entry.kind === 'file' ? { ...entry, isMoved: true } : undefined), [id]);
};

/** Deletes what was left for this account, because its device may be lost. */
export const discardVisitorEntriesOf = async (userId: string): Promise<void> => {
  await changeEntries((entry) => (entry.owner?.userId === userId ? null : undefined));
};
