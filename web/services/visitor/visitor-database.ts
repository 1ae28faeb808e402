import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import type { ErrorInfo } from '../app-error.ts';
import { AppError } from '../app-error.ts';
import { createSignal } from '../signal.ts';

/** The account that an entry moves to, chosen at the first sign-in after it was added. */
export interface VisitorOwner {
  readonly userId: string;
  /** The space in which the person worked. */
  readonly orgId: string | null;
}

/**
 * `waiting`: moves to the account at the next sign-in. `syncing`: is being moved. `uploading_error`: could not be moved.
 * `local`: opened by somebody with an account to check or sign it here; it stays in this browser and is not listed.
 */
type VisitorState = 'waiting' | 'syncing' | 'uploading_error' | 'local';

interface EntryBase {
  readonly id: string;
  readonly title: string;
  readonly addedAt: number;
  readonly state: VisitorState;
  /** Null until somebody signs in. Only this account may receive the entry. */
  readonly owner: VisitorOwner | null;
  /** Why it could not be moved. */
  readonly reason: ErrorInfo | null;
  /** When the current try began; an older one than `timing.syncingLock` counts as broken off. */
  readonly syncingSince: number | null;
}

/** A document of a visitor, stored in this browser only. */
export interface VisitorFile extends EntryBase {
  readonly kind: 'file';
  readonly body: Blob;
  /** Null until the fields were edited. */
  readonly fields: Field[] | null;
  /** The draft that it belongs to. */
  readonly unitId: string | null;
  /** Is in the account already, while its draft is not. */
  readonly isMoved: boolean;
}

/** A request or template that a visitor prepares. */
export interface VisitorUnit extends EntryBase {
  readonly kind: 'transaction' | 'template';
  readonly fileIds: readonly string[];
}

export type VisitorEntry = VisitorFile | VisitorUnit;
export type VisitorUnitKind = VisitorUnit['kind'];

/** The fields of one page of a document. */
interface PageFields {
  readonly id: string;
  readonly page: number;
  readonly fields: readonly Field[];
}

/** Documents of earlier versions lack what was added since. */
type StoredEntry = VisitorUnit | (Pick<VisitorFile, 'id' | 'title' | 'body' | 'addedAt' | 'state' | 'fields'> & Partial<VisitorFile>);

/** Fields are stored per page, so that a change does not rewrite the whole document. Drafts share the store of their documents, so that one transaction changes both. */
interface VisitorSchema extends DBSchema {
  files: { key: string; value: StoredEntry };
  fields: { key: [id: string, page: number]; value: PageFields };
}

export const unclaimed = { owner: null, reason: null, syncingSince: null } as const;

/** An entry as it is today, whichever version of the app has stored it. */
export const complete = (stored: StoredEntry): VisitorEntry => ({ kind: 'file', unitId: null, isMoved: false, ...unclaimed, ...stored }) as VisitorEntry;

let opening: Promise<IDBPDatabase<VisitorSchema>> | undefined;
/** The open database. */
let open: IDBPDatabase<VisitorSchema> | undefined;

function forget(): void {
  opening = undefined;
  open = undefined;
}

/** The database, if it is open: a page that is being closed has no time to open it. */
export const openVisitorDatabase = (): IDBPDatabase<VisitorSchema> | undefined => open;

function database(): Promise<IDBPDatabase<VisitorSchema>> {
  opening ??= openDB<VisitorSchema>('countersign-visitor', 2, {
    upgrade: (upgraded, from) => {
      if (from < 1) upgraded.createObjectStore('files', { keyPath: 'id' });
      upgraded.createObjectStore('fields', { keyPath: ['id', 'page'] });
    },
    terminated: forget,
  }).then((db) => (open = db));
  return opening;
}

export async function request<Result>(work: (db: IDBPDatabase<VisitorSchema>) => Promise<Result>): Promise<Result> {
  try {
    return await work(await database());
  } catch (error) {
    forget();
    throw new AppError('idb_request_error', { cause: error });
  }
}

const changed = createSignal<null>();
/** Other tabs are told, too. A test environment without channels has one tab. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('countersign-visitor');
channel?.addEventListener('message', () => changed.emit(null));
// A process of tests ends although the channel is open.
(channel as { unref?(): void } | null)?.unref?.();

/** Calls the listener after each change of the entries, in this tab or another. */
export const onVisitorEntries = (listener: () => void): (() => void) => changed.subscribe(listener);

export function announceVisitorChange(): void {
  changed.emit(null);
  channel?.postMessage(null);
}

