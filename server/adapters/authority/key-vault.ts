/**
 * Private keys created at first start. They are stored in the database, so that all nodes share them, sealed with
 * AES-256-GCM under a key that isn't in the database (`SECRET_KEY`, or a file in the data folder that only this
 * user can read). Neither is ever logged.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';

export interface KeyVault {
  /** Returns the secret of this name; creates and stores it if there is none. */
  findOrCreate(name: string, create: () => Promise<Buffer>): Promise<Buffer>;
  /** For secrets in other tables: they can be unsealed under the same name only. */
  seal(name: string, secret: Buffer): Buffer;
  unseal(name: string, sealed: Buffer): Buffer;
}

export class KeyVaultError extends Error {
  override readonly name = 'KeyVaultError';
}

/** The names under which secrets in other tables are sealed. */
export const sealedNames = {
  transactionPassword: (transactionId: string): string => `transactions/${transactionId}/password`,
  heldPassword: (transactionId: string): string => `send_approvals/${transactionId}/password`,
  directLink: (templateId: string): string => `direct_links/${templateId}`,
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
        // Nodes that start at the same time must not each create a key.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`sealed_keys/${name}`}, 0))`.execute(tx);
        const stored = await tx.selectFrom('sealed_keys').select('sealed').where('name', '=', name).executeTakeFirst();
        if (stored !== undefined) return unsealUnder(key, name, stored.sealed);
        const secret = await create();
        await tx.insertInto('sealed_keys').values({ name, sealed: sealUnder(key, name, secret) }).execute();
        return secret;
      }),
  };
}

/** Reseals every key and every secret in other tables under a new secret key. All in one transaction. */
export async function reseal(tx: Tx, from: Buffer, to: Buffer): Promise<void> {
  for (const { name, sealed } of await tx.selectFrom('sealed_keys').select(['name', 'sealed']).forUpdate().execute()) {
    await tx.updateTable('sealed_keys').set({ sealed: sealUnder(to, name, unsealUnder(from, name, sealed)) }).where('name', '=', name).execute();
  }
  const again = (name: string, sealed: Buffer): Buffer => sealUnder(to, name, unsealUnder(from, name, sealed));
  for (const { id, password_sealed: sealed } of await tx.selectFrom('transactions').select(['id', 'password_sealed']).where('password_sealed', 'is not', null).execute()) {
    if (sealed !== null) await tx.updateTable('transactions').set({ password_sealed: again(sealedNames.transactionPassword(id), sealed) }).where('id', '=', id).execute();
  }
  for (const { transaction_id: id, password_sealed: sealed } of await tx.selectFrom('send_approvals').select(['transaction_id', 'password_sealed']).where('password_sealed', 'is not', null).execute()) {
    if (sealed !== null) await tx.updateTable('send_approvals').set({ password_sealed: again(sealedNames.heldPassword(id), sealed) }).where('transaction_id', '=', id).execute();
  }
  for (const row of await tx.selectFrom('cloud_connections').selectAll().forUpdate().execute()) {
    await tx.updateTable('cloud_connections').set({ tokens_sealed: again(sealedNames.cloud(row), row.tokens_sealed) })
      .where('user_id', '=', row.user_id).where('source', '=', row.source).execute();
  }
  for (const { user_id: id, secret_sealed: sealed } of await tx.selectFrom('second_factors').select(['user_id', 'secret_sealed']).forUpdate().execute()) {
    await tx.updateTable('second_factors').set({ secret_sealed: again(sealedNames.secondFactor(id), sealed) }).where('user_id', '=', id).execute();
  }
  for (const { template_id: id, token_sealed: sealed } of await tx.selectFrom('direct_links').select(['template_id', 'token_sealed']).forUpdate().execute()) {
    await tx.updateTable('direct_links').set({ token_sealed: again(sealedNames.directLink(id), sealed) }).where('template_id', '=', id).execute();
  }
  // People who are in the middle of connecting a cloud source have to start again.
  await tx.deleteFrom('cloud_requests').execute();
}

function keyFile(dataDir: string): Buffer {
  const path = join(dataDir, 'secret.key');
  if (!existsSync(path)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const draft = `${path}.${process.pid}`;
    writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
    // `link` fails when another process was first; its key is used then.
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

/** Seals with AES-256-GCM. Can be opened with the same key and name only. */
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
