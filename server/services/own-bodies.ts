/**
 * Bodies that the installation makes itself: audits, conversions, prepared files. Each is entered as an upload before
 * it is written, so that the sweep finds what nobody came to use.
 */
import { randomBytes } from 'node:crypto';
import { links } from '#contract/limits.ts';
import type { Db } from '#server/adapters/database/database.ts';
import type { UploadPurpose } from '#server/adapters/database/tables/documents.tables.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { newId } from '#server/app/id.ts';
import { hashOfToken } from '#server/adapters/storage/addresses.ts';
import { insertUpload, markStored, refuseUpload, type UploadTarget } from '#server/repositories/uploads.repository.ts';

export interface OwnBody {
  bodyRef: string;
  mime: string;
  size: number;
  hash: string;
}

export interface OwnBodies {
  /** Stores a body for somebody; whoever uses it marks its upload as used in the same database transaction. */
  put(ownerId: string, purpose: UploadPurpose, mime: string, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, maxSize: number, target?: UploadTarget): Promise<OwnBody>;
  /** Removes a body that turned out to be needed by nobody; one that is in use stays. */
  drop(bodyRef: string): Promise<void>;
}

export function createOwnBodies({ db, storage }: { db: Db; storage: Storage }): OwnBodies {
  return {
    put: async (ownerId, purpose, mime, source, maxSize, target = {}) => {
      const bodyRef = newId();
      await insertUpload(db, {
        // An address that nobody knows.
        token_hash: hashOfToken(randomBytes(32).toString('hex')), body_ref: bodyRef, owner_id: ownerId, purpose, mime, max_size: maxSize,
        status: 'receiving', expires_at: new Date(Date.now() + links.uploadLife), ...target,
      });
      const stored = await storage.write(bodyRef, iterate(source), { maxSize });
      await markStored(db, bodyRef, stored.size, stored.hash);
      return { bodyRef, mime, size: stored.size, hash: stored.hash };
    },
    drop: async (bodyRef) => {
      if (await refuseUpload(db, bodyRef, 'stored')) await storage.remove(bodyRef);
    },
  };
}

async function* iterate(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}
