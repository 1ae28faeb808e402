/**
 * Private keys that are made at first start: kept in the database so that every node has the same,
 * sealed with AES-256-GCM under a key that is not in the database (`SECRET_KEY`, or a file in the data folder
 * that only this user can read). Neither is ever logged.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { Config } from '#server/app/config.ts';

export interface KeyVault {
  /** The secret of that name; made, and stored for good, when there is none yet. */
  findOrCreate(name: string, create: () => Promise<Buffer>): Promise<Buffer>;
  /** For secrets that are kept elsewhere: opens under the same name only. */
  seal(name: string, secret: Buffer): Buffer;
  unseal(name: string, sealed: Buffer): Buffer;
}

export class KeyVaultError extends Error {
  override readonly name = 'KeyVaultError';
}

/** Under which names secrets are sealed that are kept in other tables. */
export const sealedNames = {
  transactionPassword: (transactionId: string): string => `transactions/${transactionId}/password`,
  secondFactor: (userId: string): string => `second_factors/${userId}`,
  cloud: ({ user_id: userId, source }: { user_id: string; source: string }): string => `cloud/${userId}/${source}`,
};

const nonceLength = 12;
const tagLength = 16;

export async function openKeyVault(db: Db, config: Pick<Config, 'secretKey' | 'dataDir'>): Promise<KeyVault> {
  const key = config.secretKey ?? keyFile(config.dataDir);
  return {
    seal: (name, secret) => sealUnder(key, name, secret),
    unseal: (name, sealed) => unsealUnder(key, name, sealed),
    findOrCreate: (name, create) =>
      db.transaction().execute(async (tx) => {
        // Nodes that start together must not each make a key of their own.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sealed_keys/${name}`}, 0))`.execute(tx);
        const stored = await tx.selectFrom('sealed_keys').select('sealed').where('name', '=', name).executeTakeFirst();
        if (stored !== undefined) return unsealUnder(key, name, stored.sealed);
        const secret = await create();
        await tx.insertInto('sealed_keys').values({ name, sealed: sealUnder(key, name, secret) }).execute();
        return secret;
      }),
  };
}

/** Seals every key, and every secret that is kept elsewhere, anew under another secret key, in one transaction: all of them or none. */
export async function reseal(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  for (const { name, sealed } of await tx.selectFrom('sealed_keys').select(['name', 'sealed']).forUpdate().execute()) {
    await tx.updateTable('sealed_keys').set({ sealed: sealUnder(to, name, unsealUnder(from, name, sealed)) }).where('name', '=', name).execute();
  }
  const again = (name: string, sealed: Buffer): Buffer => sealUnder(to, name, unsealUnder(from, name, sealed));
  for (const { id, password_sealed: sealed } of await tx.selectFrom('transactions').select(['id', 'password_sealed']).where('password_sealed', 'is not', null).execute()) {
    if (sealed !== null) await tx.updateTable('transactions').set({ password_sealed: again(sealedNames.transactionPassword(id), sealed) }).where('id', '=', id).execute();
  }
  for (const row of await tx.selectFrom('cloud_connections').selectAll().forUpdate().execute()) {
    await tx.updateTable('cloud_connections').set({ tokens_sealed: again(sealedNames.cloud(row), row.tokens_sealed) })
      .where('user_id', '=', row.user_id).where('source', '=', row.source).execute();
  }
  for (const { user_id: id, secret_sealed: sealed } of await tx.selectFrom('second_factors').select(['user_id', 'secret_sealed']).forUpdate().execute()) {
    await tx.updateTable('second_factors').set({ secret_sealed: again(sealedNames.secondFactor(id), sealed) }).where('user_id', '=', id).execute();
  }
  // Whoever is just on their way back from a cloud source starts once more.
  await tx.deleteFrom('cloud_requests').execute();
}

function keyFile(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // Linking fails when another process was first: then its key is the one.
    try {
      linkSync(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(draft);
    }
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new KeyVaultError(`${path} does not hold a key of 32 bytes in base64. Restore it from your backup.`);
  return key;
}

/** Opens with the same key and under the same name only. */
export function sealUnder(key: Buffer, name: string, secret: Buffer): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

export function unsealUnder(key: Buffer, name: string, sealed: Buffer): Buffer {
  const tag = sealed.subarray(nonceLength, nonceLength + tagLength);
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength)).setAAD(Buffer.from(name)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength + tagLength)), decipher.final()]);
  } catch (cause) {
    const print = createHash('sha256').update(key).digest('hex').slice(0, 8);
    throw new KeyVaultError(`The key "${name}" can't be opened with this installation's secret key (fingerprint ${print}). Restore secret.key of the data folder, or SECRET_KEY.`, { cause });
  }
}
