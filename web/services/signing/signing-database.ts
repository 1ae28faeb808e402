import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import { AppError } from '../app-error.ts';

/** A key of one person at one installation; the private half cannot leave the browser. */
export interface StoredKey {
  readonly id: string;
  readonly pair: CryptoKeyPair;
  /** DER; empty until the authority has certified the key. */
  readonly certificate: Uint8Array | null;
  readonly chain: readonly Uint8Array[];
  readonly expiresAt: number;
  /** What the person was called when it was certified; keys of before do not say. */
  readonly name?: string;
}

/** A file that is signed here but perhaps not yet at the server. */
export interface SignedCopy {
  readonly fileId: string;
  /** What was appended to the version it was made from. */
  readonly tail: Uint8Array;
  readonly baseHash: string;
  readonly signatureId: string;
  /** Which key signed; copies of before there was a choice do not say. */
  readonly keyId?: string;
  readonly signedAt: string;
}

/** Everything a person did for a transaction that the server has not taken yet. */
export interface SigningDraft {
  readonly id: string;
  readonly fields: Readonly<Record<string, Field[]>>;
  readonly copies: readonly SignedCopy[];
  readonly updatedAt: number;
}

interface Schema extends DBSchema {
  keys: { key: string; value: StoredKey };
  work: { key: string; value: SigningDraft };
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('countersign-signing', 1, {
    upgrade(fresh) {
      fresh.createObjectStore('keys', { keyPath: 'id' });
      fresh.createObjectStore('work', { keyPath: 'id' });
    },
    terminated: () => {
      opening = undefined;
    },
  });
  return opening;
}

export async function signingStore<Result>(
  work: (db: IDBPDatabase<Schema>) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(await database());
  } catch (error) {
    opening = undefined;
    throw new AppError('idb_request_error', { cause: error });
  }
}
