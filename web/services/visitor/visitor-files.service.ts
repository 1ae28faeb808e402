import type { Field } from '#contract/entities/field.ts';
import { errorTexts } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import type { PageGroups } from '../fields/page-groups.ts';
import { pageGrouping } from '../fields/page-groups.ts';
import { noteVisitorEntries } from './entries-hint.ts';
import { newLocalId } from './local-ids.ts';
import type { VisitorFile } from './visitor-database.ts';
import { announceVisitorChange, complete, openVisitorDatabase, request, unclaimed } from './visitor-database.ts';

/** Documents of this tab, usable before they are written to storage. */
const atHand = new Map<string, { file: VisitorFile; stored: Promise<void>; isStored: boolean }>();

function keep(file: VisitorFile): Promise<void> {
  const stored = request(async (db) => {
    await db.put('files', file);
  });
  const held = { file, stored, isStored: false };
  atHand.set(file.id, held);
  // `visitorFileStored` reports the failure; without a caller it must not be an unhandled rejection.
  stored.then(() => {
    held.isStored = true;
    if (typeof localStorage !== 'undefined') noteVisitorEntries(true);
    announceVisitorChange();
  }, () => undefined);
  return stored;
}

interface Adding {
  /** Opened by somebody with an account, to be checked or signed here only. */
  readonly isLocal?: boolean;
}

/** Adds files and returns their ids at once. `visitorFileStored` tells when they are stored. Sends nothing. */
export function openVisitorFiles(files: readonly File[], { isLocal = false }: Adding = {}): string[] {
  return files.map((body) => {
    const id = newLocalId();
    void keep({ kind: 'file', id, title: body.name, body, addedAt: Date.now(), state: isLocal ? 'local' : 'waiting', fields: null, unitId: null, isMoved: false, ...unclaimed });
    return id;
  });
}

/** Stores files in this browser and returns their ids. Sends nothing. */
export async function storeVisitorFiles(files: readonly File[]): Promise<string[]> {
  const ids = openVisitorFiles(files);
  await Promise.all(ids.map(visitorFileStored));
  return ids;
}

/** Resolves when the document is stored; rejects if storage fails. */
export const visitorFileStored = (id: string): Promise<void> => atHand.get(id)?.stored ?? Promise.resolve();

/** Documents of this tab that could not be stored. Waits for those on their way. */
export async function unstoredVisitorFiles(): Promise<VisitorFile[]> {
  const held = [...atHand.values()];
  await Promise.allSettled(held.map(({ stored }) => stored));
  return held.filter(({ isStored }) => !isStored).map(({ file }) => file);
}

/** Page number of the marker that the document was edited. Real pages count from 1. */
const WORKED_ON = 0;
export const pagesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, WORKED_ON], [id, Infinity]);

/** Fails with `not_found` if this browser has no such document. */
export async function readVisitorFile(id: string): Promise<VisitorFile> {
  const found = await request(async (db) => {
    const stored = await db.get('files', id);
    const held = atHand.get(id);
    // What was stored and is no longer there was removed or moved, perhaps by another tab.
    const file = stored ? complete(stored) : held?.isStored ? undefined : held?.file;
    const pages = await db.getAll('fields', pagesOf(id));
    return file?.kind === 'file' ? { ...file, fields: pages.length > 0 ? pages.flatMap(({ fields }) => fields) : file.fields } : undefined;
  });
  if (!found) throw new AppError('not_found', { message: errorTexts.noLocalRecord });
  return found;
}

/** Forgets a document that is no longer in this browser. */
export function dropVisitorFile(id: string): void {
  atHand.delete(id);
  written.delete(id);
}

/** What this tab has written, by document. */
const written = new Map<string, { group: ReturnType<typeof pageGrouping>; pages: PageGroups }>();
/** Pages per write, so that the main thread is not blocked. */
const AT_ONCE = 40;

/** Changes since the last write. Writes are serialised, so pending ones count as done. */
function changesOf(id: string, fields: readonly Field[]) {
  const known = written.get(id);
  const group = known?.group ?? pageGrouping();
  const pages = group(fields);
  const before: PageGroups = known?.pages ?? new Map();
  written.set(id, { group, pages });
  return {
    removed: known ? [...before.keys()].filter((page) => !pages.has(page)).map((page) => IDBKeyRange.only([id, page])) : [pagesOf(id)],
    changed: [{ id, page: WORKED_ON, fields: [] }, ...[...pages].filter(([page, own]) => before.get(page) !== own).map(([page, own]) => ({ id, page, fields: own }))],
  };
}

/** Stores the fields; writes only changed pages. */
export function storeVisitorFields(id: string, fields: readonly Field[]): Promise<void> {
  return request(async (db) => {
    const { removed, changed } = changesOf(id, fields);
    const transaction = db.transaction('fields', 'readwrite');
    await Promise.all(removed.map((pages) => transaction.store.delete(pages)));
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      await Promise.all(changed.slice(at, at + AT_ONCE).map((page) => transaction.store.put(page)));
    }
    await transaction.done;
  }).catch(writeAnew(id));
}

/** After a failure the stored state is unknown, so the next write writes everything. */
const writeAnew = (id: string) => (failure: unknown): never => {
  written.delete(id);
  throw failure;
};

/** For a page that is being closed: starts all writes synchronously, so that they complete without the page. */
export async function storeVisitorFieldsNow(id: string, fields: readonly Field[]): Promise<void> {
  const connected = openVisitorDatabase();
  if (connected === undefined) return storeVisitorFields(id, fields);
  try {
    const { removed, changed } = changesOf(id, fields);
    const transaction = connected.transaction('fields', 'readwrite');
    const writes = [...removed.map((pages) => transaction.store.delete(pages)), ...changed.map((page) => transaction.store.put(page))];
    transaction.commit();
    await Promise.all([...writes, transaction.done]);
  } catch (error) {
    return writeAnew(id)(new AppError('idb_request_error', { cause: error }));
  }
}
