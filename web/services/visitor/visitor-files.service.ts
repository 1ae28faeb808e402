import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import { errorTexts } from '#contract/errors.ts';
import { AppError } from '../app-error.ts';
import type { PageGroups } from '../fields/page-groups.ts';
import { pageGrouping } from '../fields/page-groups.ts';

/** A document of a visitor, stored in this browser only. */
export interface VisitorFile {
  readonly id: string;
  readonly title: string;
  readonly body: Blob;
  readonly addedAt: number;
  /** `waiting`: can be taken over into an account. */
  readonly state: 'waiting';
  /** Null until the fields were edited. */
  readonly fields: Field[] | null;
}

/** The fields of one page of a document. */
interface PageFields {
  readonly id: string;
  readonly page: number;
  readonly fields: readonly Field[];
}

/** Fields are stored per page, so that a change does not rewrite the whole document. */
interface Schema extends DBSchema {
  files: { key: string; value: VisitorFile };
  fields: { key: [id: string, page: number]; value: PageFields };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;
/** The open database. */
let connected: IDBPDatabase<Schema> | undefined;

function forget(): void {
  opening = undefined;
  connected = undefined;
}

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('countersign-visitor', 2, {
    upgrade: (upgraded, from) => {
      if (from < 1) upgraded.createObjectStore('files', { keyPath: 'id' });
      upgraded.createObjectStore('fields', { keyPath: ['id', 'page'] });
    },
    terminated: forget,
  }).then((db) => (connected = db));
  return opening;
}

async function request<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  try {
    return await work(await database());
  } catch (error) {
    forget();
    throw new AppError('idb_request_error', { cause: error });
  }
}

/** Ids differ in form from those of the server, so that an address shows where the file is. */
function localId(): string {
  return `local-${crypto.randomUUID()}`;
}

/** Documents of this tab, usable before they are written to storage. */
const atHand = new Map<string, { file: VisitorFile; stored: Promise<void> }>();

function keep(file: VisitorFile): Promise<void> {
  const stored = request(async (db) => {
    await db.put('files', file);
  });
  atHand.set(file.id, { file, stored });
  // `visitorFileStored` reports the failure; without a caller it must not be an unhandled rejection.
  stored.catch(() => undefined);
  return stored;
}

/** Adds files and returns their ids at once. `visitorFileStored` tells when they are stored. Sends nothing. */
export function openVisitorFiles(files: readonly File[]): string[] {
  return files.map((body) => {
    const id = localId();
    void keep({ id, title: body.name, body, addedAt: Date.now(), state: 'waiting', fields: null });
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

/** Page number of the marker that the document was edited. Real pages count from 1. */
const WORKED_ON = 0;
const pagesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, WORKED_ON], [id, Infinity]);

/** Fails with `not_found` if this browser has no such document. */
export async function readVisitorFile(id: string): Promise<VisitorFile> {
  const found = await request(async (db) => {
    const file = atHand.get(id)?.file ?? (await db.get('files', id));
    const pages = await db.getAll('fields', pagesOf(id));
    return file && { ...file, fields: pages.length > 0 ? pages.flatMap(({ fields }) => fields) : file.fields };
  });
  if (!found) throw new AppError('not_found', { message: errorTexts.noLocalRecord });
  return found;
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
