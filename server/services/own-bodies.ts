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
import type { StorageQuota } from './storage-quota.ts';

export interface OwnBody {
  bodyRef: string;
  mime: string;
  size: number;
  hash: string;
}

/** For whom a body is made, and whose storage it takes. */
export interface BodyOwner {
  userId: string;
  holder: string;
}

export interface BodyPlan {
  purpose: UploadPurpose;
  mime: string;
  maxSize: number;
  /** Its size, where it is refused if the account has no room for it. Without it the body is kept in any case. */
  size?: number;
  target?: UploadTarget;
}

export interface OwnBodies {
  /** Stores a body for somebody; whoever uses it marks its upload as used in the same database transaction. */
  put(owner: BodyOwner, plan: BodyPlan, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<OwnBody>;
  /** Removes a body that turned out to be needed by nobody; one that is in use stays. */
  drop(bodyRef: string): Promise<void>;
}

export function createOwnBodies({ db, storage, quota }: { db: Db; storage: Storage; quota: Pick<StorageQuota, 'take'> }): OwnBodies {
  async function enter({ userId, holder }: BodyOwner, { purpose, mime, maxSize, size, target = {} }: BodyPlan): Promise<string> {
    const bodyRef = newId();
    await db.transaction().execute(async (tx) => {
      if (size !== undefined) await quota.take(tx, holder, size);
      await insertUpload(tx, {
        // An address that nobody knows.
        token_hash: hashOfToken(randomBytes(32).toString('hex')), body_ref: bodyRef, owner_id: userId, holder_id: holder, purpose, mime, max_size: maxSize,
        reserved: size, status: 'receiving', expires_at: new Date(Date.now() + links.uploadLife), ...target,
      });
    });
    return bodyRef;
  }

  return {
    put: async (owner, plan, source) => {
      const bodyRef = await enter(owner, plan);
      const stored = await storage.write(bodyRef, iterate(source), { maxSize: plan.maxSize });
      await markStored(db, bodyRef, stored.size, stored.hash);
      return { bodyRef, mime: plan.mime, size: stored.size, hash: stored.hash };
    },
    drop: async (bodyRef) => {
      if (await refuseUpload(db, bodyRef, 'stored')) await storage.remove(bodyRef);
    },
  };
}

async function* iterate(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* source;
}
