/** Sign-in through an upstream provider: a redirect there, a callback with a code. Both are pages, not API calls. */
import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction, Provider } from 'oidc-provider';
import { z } from 'zod';
import { email } from '#contract/entities/common.ts';
import { links } from '#contract/limits/links.ts';
import { callbackPath, startPath } from '#contract/upstream-paths.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Platform } from '#server/platform/platform.ts';
import type { Db } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import { interactionOf, perMinute } from './interactions.ts';
import { secondStep } from './pending-sign-ins.ts';
import { createUpstream, type Upstream } from './upstream.ts';
import { findOrCreateAccount } from './upstream-accounts.ts';

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

export function registerUpstream(app: App, provider: Provider, { db, config, log }: Pick<Platform, 'db' | 'config' | 'log'>): void {
  const upstreams = new Map(config.connections.map((connection) => [connection.id, createUpstream(connection, `${config.issuer}${callbackPath}`)]));
  const params = z.object({ connection: z.string() });
  /** The address that was typed on the sign-in page; what is not one is ignored. */
  const querystring = z.object({ login_hint: email.optional().catch(undefined) });

  app.get(startPath(':connection'), { ...perMinute, exposeHeadRoute: false, schema: { params, querystring } }, async (request, reply) => {
    const upstream = upstreams.get(request.params.connection);
    if (!upstream) throw new AppError('not_found');
    const interaction = await usable(await interactionOf(provider, request, reply), upstream);
    const hint = request.query.login_hint ?? interaction.params.login_hint;
    const { url, state, nonce, verifier } = await upstream.begin(typeof hint === 'string' ? hint : null);
    await db.insertInto('upstream_requests').values({
      state_hash: hashOf(state), interaction: interaction.uid, connection: upstream.connection.id, nonce, verifier,
      expires_at: new Date(Date.now() + links.oneTimeCodeLife),
    }).execute();
    return reply.redirect(url);
  });

  const query = z.object({ state: z.string().max(200), code: z.string().max(4096).optional(), error: z.string().max(200).optional(), iss: z.string().max(2048).optional() });
  app.get(callbackPath, { ...perMinute, exposeHeadRoute: false, schema: { querystring: query } }, async (request, reply) => {
    const interaction = await interactionOf(provider, request, reply);
    const pending = await consumeRequest(db, request.query.state);
    const upstream = pending && upstreams.get(pending.connection);
    // A callback from another browser or one that was used ends nothing.
    if (!pending || !upstream || pending.interaction !== interaction.uid) throw new AppError('invalid_session');
    const result = await resultOf(async () => {
      const { code, error, iss } = request.query;
      if (code === undefined) throw new AppError('process_canceled', { reason: error });
      const person = await upstream.finish({ code, iss }, pending);
      const { id } = await db.transaction().execute((tx) => findOrCreateAccount(tx, config.connections, upstream.connection, person));
      return { accountId: id, amr: upstream.connection.secondFactor === 'theirs' ? ['fed', 'mfa'] : ['fed'] };
    }, (error) => log.warn({ connection: pending.connection, code: error.code, details: error.details }, 'a sign-in elsewhere came to nothing'));
    const next = 'login' in result && upstream.connection.secondFactor === 'ask' ? await secondStep(db, { interaction: interaction.uid, userId: result.login.accountId, how: 'fed' }) : null;
    if (next !== null) return reply.redirect(next);
    return goOn(provider, request, reply, result);
  });
}

/** A sign-in by magic link may be taken over by the address's federation only. */
async function usable(interaction: Interaction, { connection }: Upstream): Promise<Interaction> {
  if (interaction.params.magic_code !== undefined && connection.type !== 'federated') throw new AppError('invalid_session');
  return interaction;
}

async function consumeRequest(db: Db, state: string) {
  const taken = await db.deleteFrom('upstream_requests').where('state_hash', '=', hashOf(state)).returningAll().executeTakeFirst();
  return taken && taken.expires_at > new Date() ? taken : undefined;
}

type SignInResult = { login: { accountId: string; amr: string[] } } | { error: string; error_description: string };

/** Converts the outcome to the result that the app receives. */
async function resultOf(work: () => Promise<{ accountId: string; amr: string[] }>, report: (error: AppError) => void): Promise<SignInResult> {
  try {
    return { login: await work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    report(error);
    return { error: error.code === 'process_canceled' ? 'access_denied' : error.code, error_description: error.message };
  }
}

async function goOn(provider: Provider, request: FastifyRequest, reply: FastifyReply, result: SignInResult): Promise<void> {
  reply.hijack();
  await provider.interactionFinished(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
}

export async function deleteExpiredUpstreamRequests(db: Db): Promise<void> {
  await deleteInPortions(db, 'upstream_requests', sql<boolean>`expires_at < ${new Date()}`);
}
