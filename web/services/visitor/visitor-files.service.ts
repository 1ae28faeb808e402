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

interface Schema extends DBSchema {
  files: { key: string; value: VisitorFile };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('countersign-visitor', 1, {
    upgrade: (fresh) => void fresh.createObjectStore('files', { keyPath: 'id' }),
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

/** Keeps files in this browser; nothing is sent anywhere. Gives their ids. */
export function keepVisitorFiles(files: readonly File[]): Promise<string[]> {
  return request(async (db) => {
    const ids: string[] = [];
    for (const file of files) {
      const id = localId();
      const title = file.name.replace(/\.pdf$/i, '') || file.name;
      await db.put('files', { id, title, body: file, addedAt: Date.now(), state: 'waiting', fields: null });
      ids.push(id);
    }
    return ids;
  });
}

export const readVisitorFile = (id: string): Promise<VisitorFile | undefined> =>
  request((db) => db.get('files', id));

export const listVisitorFiles = (): Promise<VisitorFile[]> => request((db) => db.getAll('files'));

export function updateVisitorFile(id: string, change: Partial<Omit<VisitorFile, 'id'>>): Promise<void> {
  return request(async (db) => {
    const known = await db.get('files', id);
    if (known) await db.put('files', { ...known, ...change });
  });
}

export const forgetVisitorFile = (id: string): Promise<void> => request((db) => db.delete('files', id));
