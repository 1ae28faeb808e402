import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import { AppError } from '../app-error.ts';

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

/** The fields stand apart: with each change of theirs only they are written, not the document's hundred megabytes. */
interface Schema extends DBSchema {
  files: { key: string; value: VisitorFile };
  fields: { key: string; value: Field[] };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('countersign-visitor', 2, {
    upgrade: (kept, from) => {
      if (from < 1) kept.createObjectStore('files', { keyPath: 'id' });
      kept.createObjectStore('fields');
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return opening;
}

async function request<Result>(work: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  try {
    return await work(await database());
  } catch (error) {
    opening = undefined;
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

/** Takes files in; nothing is sent anywhere. Gives their ids at once: `isKept` tells whether the browser keeps them too. */
export function openVisitorFiles(files: readonly File[]): string[] {
  return files.map((body) => {
    const id = localId();
    const title = body.name.replace(/\.pdf$/i, '') || body.name;
    void keep({ id, title, body, addedAt: Date.now(), state: 'waiting', fields: null });
    return id;
  });
}

/** Keeps files in this browser; nothing is sent anywhere. Gives their ids when they are kept. */
export async function keepVisitorFiles(files: readonly File[]): Promise<string[]> {
  const ids = openVisitorFiles(files);
  await Promise.all(ids.map(visitorFileKept));
  return ids;
}

/** Comes true when the browser keeps the document; fails when it lasts only as long as the window. */
export const visitorFileKept = (id: string): Promise<void> => atHand.get(id)?.kept ?? Promise.resolve();

export function readVisitorFile(id: string): Promise<VisitorFile | undefined> {
  return request(async (db) => {
    const file = atHand.get(id)?.file ?? (await db.get('files', id));
    const fields = await db.get('fields', id);
    return file && { ...file, fields: fields ?? file.fields };
  });
}

export function keepVisitorFields(id: string, fields: Field[]): Promise<void> {
  return request(async (db) => {
    await db.put('fields', fields, id);
  });
}
