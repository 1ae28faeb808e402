import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import { AppError } from '../app-error.ts';
import type { PageGroups } from '../fields/page-groups.ts';
import { pageGrouping } from '../fields/page-groups.ts';

/** A document that somebody without an account opened; it exists in this browser only. */
export interface VisitorFile {
  readonly id: string;
  readonly title: string;
  readonly body: Blob;
  readonly addedAt: number;
  /** Waiting for an account, should the person make one. */
  readonly state: 'waiting';
  /** Null until somebody has worked on it. */
  readonly fields: Field[] | null;
}

/** The fields of one page of a document. */
interface PageFields {
  readonly id: string;
  readonly page: number;
  readonly fields: readonly Field[];
}

/** The fields stand apart, page by page: a change writes its page, not the document's hundred megabytes. */
interface Schema extends DBSchema {
  files: { key: string; value: VisitorFile };
  fields: { key: [id: string, page: number]; value: PageFields };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;
/** The database once it is open. */
let connected: IDBPDatabase<Schema> | undefined;

function forget(): void {
  opening = undefined;
  connected = undefined;
}

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('countersign-visitor', 2, {
    upgrade: (kept, from) => {
      if (from < 1) kept.createObjectStore('files', { keyPath: 'id' });
      kept.createObjectStore('fields', { keyPath: ['id', 'page'] });
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

/** Ids of another form than the server's, so that addresses tell where a file is. */
function localId(): string {
  return `local-${crypto.randomUUID()}`;
}

/** Documents of this window: shown from the bytes at hand while the browser still writes them. */
const atHand = new Map<string, { file: VisitorFile; kept: Promise<void> }>();

function keep(file: VisitorFile): Promise<void> {
  const kept = request(async (db) => {
    await db.put('files', file);
  });
  atHand.set(file.id, { file, kept });
  // Whoever shows the document asks whether it is kept; until then a failure is not an accident.
  kept.catch(() => undefined);
  return kept;
}

/** Takes files in; nothing is sent anywhere. Gives their ids at once: `isStored` tells whether the browser keeps them too. */
export function openVisitorFiles(files: readonly File[]): string[] {
  return files.map((body) => {
    const id = localId();
    void keep({ id, title: body.name, body, addedAt: Date.now(), state: 'waiting', fields: null });
    return id;
  });
}

/** Keeps files in this browser; nothing is sent anywhere. Gives their ids when they are kept. */
export async function storeVisitorFiles(files: readonly File[]): Promise<string[]> {
  const ids = openVisitorFiles(files);
  await Promise.all(ids.map(visitorFileStored));
  return ids;
}

/** Comes true when the browser keeps the document; fails when it lasts only as long as the window. */
export const visitorFileStored = (id: string): Promise<void> => atHand.get(id)?.kept ?? Promise.resolve();

/** Pages count from 1; this one says that somebody has worked on the document. */
const WORKED_ON = 0;
const pagesOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, WORKED_ON], [id, Infinity]);

export function readVisitorFile(id: string): Promise<VisitorFile | undefined> {
  return request(async (db) => {
    const file = atHand.get(id)?.file ?? (await db.get('files', id));
    const pages = await db.getAll('fields', pagesOf(id));
    return file && { ...file, fields: pages.length > 0 ? pages.flatMap(({ fields }) => fields) : file.fields };
  });
}

/** What this window has written of each document. */
const written = new Map<string, { group: ReturnType<typeof pageGrouping>; pages: PageGroups }>();
/** So many pages are copied in one go; between them the browser has its turn. */
const AT_ONCE = 40;

/** What is to be written for the fields to be as they are now: after what is being written, for writes come one after the other. */
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

/** Keeps the fields as they are now; only pages that have changed are written. */
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

/** After a failure nobody knows what is there: the next write writes everything. */
const writeAnew = (id: string) => (failure: unknown): never => {
  written.delete(id);
  throw failure;
};

/** The same for a page that is about to go: everything is handed over before this returns, and needs the page no more. */
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
