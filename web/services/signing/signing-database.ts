import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { AppError } from '../app-error.ts';

/** Key pair of a person at one installation. The private key is not extractable. */
export interface StoredKey {
  readonly id: string;
  readonly pair: CryptoKeyPair;
  /** DER; null until the authority has certified the key. */
  readonly certificate: Uint8Array | null;
  readonly chain: readonly Uint8Array[];
  readonly expiresAt: number;
  /** Name in the certificate. Absent in keys of earlier versions. */
  readonly name?: string;
}

/** A signed file that may not be uploaded yet. */
export interface SignedCopy {
  readonly fileId: string;
  /** The appended revision. */
  readonly tail: Uint8Array;
  readonly baseHash: string;
  readonly signatureId: string;
  /** The key that signed. Absent in copies of earlier versions. */
  readonly keyId?: string;
  /** SHA-256 of what the signer filled in. Absent in copies of earlier versions. */
  readonly contentHash?: string;
  readonly signedAt: string;
}

/** A document as somebody read it before they pressed Sign. */
export interface ReadFile extends Pick<FileMeta, 'id' | 'title' | 'ext' | 'version'> {
  /** The fields as the document showed them, with what those who agreed before on this device had filled in. */
  readonly before: Field[];
}

/** That somebody has agreed and pressed Sign while the server was away, and did not take it back. */
export interface Agreed {
  readonly at: number;
  readonly transactionId: string;
  readonly title: string;
  /** The recipient: a person may be asked twice in one request. */
  readonly signerId: string;
  /** What they agreed to, as `agreedContent` gives it. */
  readonly content: readonly string[];
  /** On the device of a host. */
  readonly inPerson?: boolean;
  /** Absent in agreements of earlier versions. */
  readonly read?: readonly ReadFile[];
}

/** Values and signed copies of a transaction that the server does not have yet. */
export interface SigningDraft {
  readonly id: string;
  readonly fields: Readonly<Record<string, Field[]>>;
  readonly copies: readonly SignedCopy[];
  /** Absent in drafts of earlier versions. */
  readonly agreed?: Agreed | null;
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
