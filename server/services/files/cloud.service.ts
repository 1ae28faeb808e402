/** Cloud sources: authorization (OAuth with PKCE), listing of files, and import of a copy. */
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import type { OutputOf } from '#contract/calls/calls.ts';
import { cloudCalls } from '#contract/calls/cloud.calls.ts';
import type { CloudSourceId } from '#contract/entities/cloud.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { links } from '#contract/limits/links.ts';
import { sealedNames, type KeyVault } from '#server/adapters/authority/key-vault.ts';
import { notConnected, type CloudSource, type Tokens } from '#server/adapters/cloud/cloud-source.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { lockKey } from '#server/repositories/lock.ts';
import type { Caller } from '#server/services/caller.ts';
import type { ImportService } from './import.service.ts';

interface CloudDependencies {
  db: Db;
  vault: Pick<KeyVault, 'seal' | 'unseal'>;
  sources: ReadonlyMap<CloudSourceId, CloudSource>;
  imports: ImportService;
  config: Pick<Config, 'appUrl' | 'limits'>;
}

/** Milliseconds before expiry at which an access token is refreshed, so that it does not expire during a download. */
const margin = 60_000;
const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

export type CloudService = ReturnType<typeof createCloudService>;

/**
 * Concurrent token refreshes. Each holds a database connection while it waits for the source, so a slow source must not use up
 * the pool.
 */
const refreshesAtOnce = 3;

function limitConcurrency(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export function createCloudService({ db, vault, sources, imports, config }: CloudDependencies) {
  const redirectUri = new URL(cloudCalls['cloud.callback'].path, config.appUrl).href;
  const inTurn = limitConcurrency(refreshesAtOnce);
  const sourceOf = (id: CloudSourceId): CloudSource => {
    const source = sources.get(id);
    if (!source) throw new AppError('unsupported_source');
    return source;
  };

  async function list({ userId }: Caller): Promise<OutputOf<'cloud.sources'>> {
    const connected = await db.selectFrom('cloud_connections').select('source').where('user_id', '=', userId).execute();
    return { sources: [...sources.keys()].map((source) => ({ source, connected: connected.some((each) => each.source === source) })) };
  }

  async function connect({ userId }: Caller, id: CloudSourceId, returnTo: string): Promise<{ url: string }> {
    const source = sourceOf(id);
    const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
    await db.insertInto('cloud_requests').values({
      state_hash: hashOf(state), user_id: userId, source: id, verifier, return_to: ownPage(config, returnTo).href, expires_at: new Date(Date.now() + links.captureTicketLife),
    }).execute();
    return { url: source.authorization({ state, challenge: challengeOf(verifier), redirectUri }) };
  }

  const requestOf = (state: string) => db.selectFrom('cloud_requests').selectAll().where('state_hash', '=', hashOf(state)).where('expires_at', '>', new Date());

  /**
   * Handles the redirect from the source. The request is not authenticated, so the code is stored until the app claims it with a
   * ticket.
   */
  async function takeBack({ state, code, error }: { state: string; code?: string | undefined; error?: string | undefined }): Promise<string> {
    const request = await requestOf(state).executeTakeFirst();
    if (!request) throw new AppError('invalid_link');
    const page = new URL(request.return_to);
    if (code === undefined) {
      await db.deleteFrom('cloud_requests').where('state_hash', '=', request.state_hash).execute();
      page.searchParams.set('cloud_error', error ?? 'access_denied');
      return page.href;
    }
    await db.updateTable('cloud_requests').set({ code_sealed: vault.seal(sealedNames.cloud(request), Buffer.from(code)) }).where('state_hash', '=', request.state_hash).execute();
    page.searchParams.set('cloud_ticket', state);
    return page.href;
  }

  /** Only the user who started the connection can finish it. Otherwise an attacker could connect an account to another person's drive. */
  async function finish({ userId }: Caller, ticket: string): Promise<{ source: CloudSourceId }> {
    const request = await requestOf(ticket).where('user_id', '=', userId).executeTakeFirst();
    if (!request?.code_sealed) throw new AppError('invalid_link');
    await db.deleteFrom('cloud_requests').where('state_hash', '=', request.state_hash).execute();
    const tokens = await sourceOf(request.source).redeem(vault.unseal(sealedNames.cloud(request), request.code_sealed).toString(), request.verifier, redirectUri);
    await keep(db, userId, request.source, tokens);
    return { source: request.source };
  }

  async function keep(into: Db | Tx, userId: string, source: CloudSourceId, tokens: Tokens): Promise<void> {
    const row = { tokens_sealed: vault.seal(sealedNames.cloud({ user_id: userId, source }), Buffer.from(JSON.stringify(tokens))), expires_at: tokens.expiresAt };
    await into.insertInto('cloud_connections').values({ user_id: userId, source, ...row }).onConflict((conflict) => conflict.columns(['user_id', 'source']).doUpdateSet(row)).execute();
  }

  const disconnect = async ({ userId }: Pick<Caller, 'userId'>, source: CloudSourceId): Promise<void> => {
    await db.deleteFrom('cloud_connections').where('user_id', '=', userId).where('source', '=', source).execute();
  };

  async function tokensOf(from: Db | Tx, userId: string, source: CloudSource): Promise<{ tokens: Tokens; good: boolean }> {
    const row = await from.selectFrom('cloud_connections').selectAll().where('user_id', '=', userId).where('source', '=', source.id).executeTakeFirst();
    if (!row) throw notConnected();
    return { tokens: JSON.parse(vault.unseal(sealedNames.cloud(row), row.tokens_sealed).toString()) as Tokens, good: row.expires_at.getTime() > Date.now() + margin };
  }

  async function accessOf(userId: string, source: CloudSource): Promise<string> {
    const { tokens, good } = await tokensOf(db, userId, source);
    return good ? tokens.access : inTurn(() => refreshed(userId, source));
  }

  /** Of concurrent callers, one refreshes: sources revoke the old refresh token when they issue a new one. */
  async function refreshed(userId: string, source: CloudSource): Promise<string> {
    return db.transaction().execute(async (tx) => {
      await lockKey(tx, `cloud/${userId}/${source.id}`);
      const { tokens, good } = await tokensOf(tx, userId, source);
      if (good) return tokens.access;
      if (tokens.refresh === null) throw notConnected();
      const fresh = await source.refresh(tokens.refresh);
      await keep(tx, userId, source.id, { ...fresh, refresh: fresh.refresh ?? tokens.refresh });
      return fresh.access;
    });
  }

  /** Runs `work` with the user's access token. Removes the connection if the source no longer accepts it. */
  async function within<T>({ userId }: Caller, id: CloudSourceId, work: (source: CloudSource, access: string) => Promise<T>): Promise<T> {
    const source = sourceOf(id);
    try {
      return await work(source, await accessOf(userId, source));
    } catch (error) {
      const lost = error instanceof AppError && (error.details as { reason?: string } | undefined)?.reason === 'not_connected';
      if (lost) await disconnect({ userId }, id);
      throw error;
    }
  }

  const files = (caller: Caller, { source, folder, page }: { source: CloudSourceId; folder?: string | undefined; page?: string | undefined }): Promise<OutputOf<'cloud.files'>> =>
    within(caller, source, (cloud, access) => cloud.list(access, folder, page));

  const take = (caller: Caller, { id = newId(), source, entry, title }: { id?: string | undefined; source: CloudSourceId; entry: string; title?: string | undefined }): Promise<FileMeta> =>
    imports.take(caller, { id, title }, () => within(caller, source, (cloud, access) => cloud.fetch(access, entry, config.limits.maxFileSize)));

  return {
    list, connect, takeBack, finish, files, take, disconnect,
    sweep: async (): Promise<void> => void (await deleteInPortions(db, 'cloud_requests', sql<boolean>`expires_at < ${new Date()}`)),
  };
}

/** Rejects other origins, so that a ticket never reaches a foreign site. */
function ownPage({ appUrl }: Pick<Config, 'appUrl'>, returnTo: string): URL {
  const page = URL.canParse(returnTo, appUrl) ? new URL(returnTo, appUrl) : null;
  if (page?.origin !== appUrl) throw new AppError('request_validation_error', [{ path: 'body/returnTo', message: 'Not a page of this installation' }]);
  return page;
}
