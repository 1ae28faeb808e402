/**
 * Known devices: browsers in which a person signed in before, identified by a cookie that is sent to the sign-in
 * calls only.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { attemptLimits } from '#contract/limits/sign-in.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { networkOf } from '#server/http/caller-network.ts';
import type { Config } from '#server/platform/config.ts';
import { findUserByAddress } from '#server/repositories/users.repository.ts';
import type { Origin } from './sign-in-attempts.ts';

/** The `__Secure-` prefix: the cookie can be set over TLS only (RFC 6265bis, 4.1.3). */
const cookieName = ({ issuer }: Pick<Config, 'issuer'>): string => (issuer.startsWith('https:') ? '__Secure-device' : 'device');
const tokenPattern = /^[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

interface Installation {
  db: Db;
  config: Pick<Config, 'issuer'>;
}

function deviceTokenOf(request: FastifyRequest, config: Pick<Config, 'issuer'>): string | undefined {
  const token = request.cookies[cookieName(config)];
  return token !== undefined && tokenPattern.test(token) ? token : undefined;
}

/**
 * Returns who is counted for an attempt at an account: the device if its owner signed in on it before, else the
 * network.
 */
export async function originOf(installation: Installation, request: FastifyRequest, address: string): Promise<Origin> {
  if (deviceTokenOf(request, installation.config) === undefined) return originOfNetwork(request);
  return originOfUser(installation, request, (await findUserByAddress(installation.db, address))?.id ?? '');
}

/** The same, for an account whose id is known. */
export async function originOfUser({ db, config }: Installation, request: FastifyRequest, userId: string): Promise<Origin> {
  const token = deviceTokenOf(request, config);
  if (token !== undefined && (await isKnown(db, token, userId))) return { key: `device/${hashOf(token).toString('base64url')}`, isKnown: true };
  return originOfNetwork(request);
}

const originOfNetwork = ({ ip }: FastifyRequest): Origin => ({ key: `network/${networkOf(ip)}`, isKnown: false });

async function isKnown(db: Db, token: string, userId: string): Promise<boolean> {
  const row = await db.selectFrom('known_devices').select('user_id').where('user_id', '=', userId).where('device_hash', '=', hashOf(token)).executeTakeFirst();
  return row !== undefined;
}

/** Marks the browser as known, after a successful sign-in. */
export async function rememberDevice({ db, config }: Installation, request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
  const token = deviceTokenOf(request, config) ?? randomBytes(32).toString('base64url');
  void reply.setCookie(cookieName(config), token, {
    path: '/v0/connections',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.issuer.startsWith('https:'),
    maxAge: attemptLimits.deviceLife / 1000,
  });
  await db
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: hashOf(token) })
    .onConflict((conflict) => conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_seen_at: new Date() }))
    .execute();
  await deleteStaleDevices(db, userId);
}

/** Keeps only the most recently seen devices. */
async function deleteStaleDevices(db: Db, userId: string): Promise<void> {
  await sql`delete from known_devices where user_id = ${userId} and device_hash in (
    select device_hash from known_devices where user_id = ${userId} order by last_seen_at desc offset ${attemptLimits.knownDevices})`.execute(db);
}

/** After a password reset no device is known: someone with the old password may have signed in. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('known_devices').where('user_id', '=', userId).execute();
}
