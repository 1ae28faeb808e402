/**
 * Access tokens of applications: opaque, valid for an hour, stored as a hash. They end with the application and
 * when its secret is renewed.
 */
import { createHash, randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { ApplicationsTable } from '#server/platform/database/tables/identity.tables.ts';

const prefix = 'csa_';
export const isApplicationToken = (token: string): boolean => token.startsWith(prefix);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function issueApplicationToken(tx: Tx, applicationId: string): Promise<{ token: string; expiresAt: Date }> {
  const token = prefix + randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + links.applicationTokenLife);
  await tx.insertInto('application_tokens').values({ token_hash: hashOf(token), application_id: applicationId, expires_at: expiresAt }).execute();
  return { token, expiresAt };
}

export function findApplicationToken(db: Db, token: string): Promise<Selectable<ApplicationsTable> | undefined> {
  return db
    .selectFrom('application_tokens')
    .innerJoin('applications', 'applications.id', 'application_tokens.application_id')
    .selectAll('applications')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date())
    .executeTakeFirst();
}

export async function deleteExpiredApplicationTokens(db: Db): Promise<void> {
  await deleteInPortions(db, 'application_tokens', sql<boolean>`expires_at < ${new Date()}`);
}
