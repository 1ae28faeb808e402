/** Applications: OAuth client credentials that a person issues to a program. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { OutputOf } from '#contract/calls/calls.ts';
import type { Application, ApplicationCreate, ApplicationUpdate } from '#contract/entities/application.ts';
import type { Scope } from '#contract/permissions/scopes.ts';
import { counts } from '#contract/limits/counts.ts';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { mailAccountChange, type ChangeConfig } from '#server/identity/account-changes.ts';
import { issueApplicationToken } from '#server/identity/application-tokens.ts';
import {
  deleteApplication, deleteApplicationTokens, findApplication, findApplicationByClientId, insertApplication, listApplications, updateApplication,
  type ApplicationRow,
} from '#server/repositories/applications.repository.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { AdministrativeLog } from '#server/services/audit/administrative-log.ts';
import type { Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';

export type AppsService = ReturnType<typeof createAppsService>;

export function createAppsService({ db, config, entitlements, administrativeLog }: { db: Db; config: ChangeConfig; entitlements: Entitlements; administrativeLog: AdministrativeLog }) {
  async function assertMayUseApi(userId: string): Promise<void> {
    const user = await findUserById(db, userId);
    if (user?.type !== 'user' || !(await entitlements.ofUser(db, user)).allowAPIAccess) throw new AppError('permission_denied', { features: ['allowAPIAccess'] });
  }

  async function create(caller: Caller, input: ApplicationCreate): Promise<Application> {
    await assertMayUseApi(caller.userId);
    const id = newId();
    const { secret, hash } = newSecret();
    await db.transaction().execute(async (tx) => {
      await lockKey(tx, `applications/${caller.userId}`);
      if ((await listApplications(tx, caller.userId)).length >= counts.applications) throw new AppError('limit_exceeded');
      await mailAccountChange(tx, config, await findUserById(tx, caller.userId), { kind: 'application', name: input.name });
      await insertApplication(tx, {
        id, owner_id: caller.userId, name: input.name, scopes: input.scopes, client_id: `cs-${newId()}`, secret_hash: hash, grant_id: newId(),
      });
      await administrativeLog.record(tx, { action: 'application_created', actor: caller.userId, subject: id, details: { scopes: input.scopes } });
    });
    return toApplication(await ownApplication(db, caller, id), secret);
  }

  async function update(caller: Caller, id: string, input: ApplicationUpdate): Promise<Application> {
    const renewed = input.renewSecret ? newSecret() : null;
    await db.transaction().execute(async (tx) => {
      await ownApplication(tx, caller, id);
      await updateApplication(tx, id, {
        ...(input.name !== undefined && { name: input.name }),
        ...(input.scopes && { scopes: input.scopes }),
        ...(renewed && { secret_hash: renewed.hash }),
      });
      if (renewed) await deleteApplicationTokens(tx, id);
      await administrativeLog.record(tx, { action: 'application_changed', actor: caller.userId, subject: id, details: { changed: Object.keys(input), scopes: input.scopes ?? null } });
    });
    return toApplication(await ownApplication(db, caller, id), renewed?.secret ?? null);
  }

  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await ownApplication(tx, caller, id);
      await deleteApplication(tx, id);
      await administrativeLog.record(tx, { action: 'application_deleted', actor: caller.userId, subject: id });
    });
  }

  async function token(input: { clientId: string; clientSecret: string }): Promise<OutputOf<'apps.token'>> {
    const row = await findApplicationByClientId(db, input.clientId);
    // Compares even if the client id is unknown, so that response time does not reveal whether it exists.
    const matches = timingSafeEqual(hashOf(input.clientSecret), row?.secret_hash ?? hashOf(''));
    if (!row || !matches) throw new AppError('unauthorized');
    await assertMayUseApi(row.owner_id);
    const issued = await db.transaction().execute(async (tx) => {
      await updateApplication(tx, row.id, { last_used_at: new Date() });
      return issueApplicationToken(tx, row.id);
    });
    return { access_token: issued.token, token_type: 'Bearer', expires_in: links.applicationTokenLife / 1000, scope: row.scopes.join(' ') };
  }

  return {
    create, update, remove, token,
    get: async (caller: Caller, id: string): Promise<Application> => toApplication(await ownApplication(db, caller, id)),
    list: async (caller: Caller): Promise<{ apps: Application[] }> => ({ apps: (await listApplications(db, caller.userId)).map((row) => toApplication(row)) }),
  };
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** The secret has 256 random bits, so a slow password hash is not needed. */
function newSecret(): { secret: string; hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { secret, hash: hashOf(secret) };
}

async function ownApplication(db: Db | Tx, caller: Caller, id: string): Promise<ApplicationRow> {
  const row = await findApplication(db, id);
  if (!row) throw new AppError('not_found');
  if (row.owner_id !== caller.userId) throw new AppError('permission_denied');
  return row;
}

const toApplication = (row: ApplicationRow, clientSecret: string | null = null): Application => ({
  id: row.id, name: row.name, ownerId: row.owner_id, scopes: row.scopes as Scope[], clientId: row.client_id, clientSecret, grantId: row.grant_id,
  lastUsedAt: row.last_used_at?.toISOString() ?? null, createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
});
