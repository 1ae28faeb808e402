/**
 * Passkeys (WebAuthn Level 3), verified by @simplewebauthn/server. Each challenge is valid once and for minutes
 * only.
 */
import {
  generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse,
  type AuthenticationResponseJSON, type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { sql, type Selectable } from 'kysely';
import type { CallBody } from '#contract/calls/define.ts';
import type { passkeysCalls } from '#contract/calls/passkeys.calls.ts';
import type { Passkey } from '#contract/entities/passkey.ts';
import { counts } from '#contract/limits/counts.ts';
import { links } from '#contract/limits/links.ts';
import { joinName } from '#contract/person-names.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { deleteInPortions } from '#server/platform/database/delete-in-portions.ts';
import type { PasskeysTable } from '#server/platform/database/tables/sign-in.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { lockKey } from '#server/repositories/lock.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import { mailAccountChange } from './account-changes.ts';
import { assertNotFederated } from './federation.ts';
import { assertOffered } from './offered-methods.ts';

type PasskeyRow = Selectable<PasskeysTable>;
type Submitted = CallBody<(typeof passkeysCalls)['passkeys.regSubmit']>;
type Answered = CallBody<(typeof passkeysCalls)['passkeys.authSubmit']>['credential'];

export type Passkeys = ReturnType<typeof createPasskeys>;

export function createPasskeys(db: Db, config: Pick<Config, 'appUrl' | 'issuer' | 'connections' | 'locales' | 'signInMethods'>) {
  const relyingParty = { name: 'Countersign', id: commonDomain(config.appUrl, config.issuer) };
  const expected = { expectedOrigin: [...new Set([config.appUrl, config.issuer])], expectedRPID: relyingParty.id };

  async function person(userId: string): Promise<User> {
    const user = await findUserById(db, userId);
    if (!user) throw new AppError('invalid_token');
    assertNotFederated(config.connections, user.email);
    return user;
  }

  async function registrationOptions(userId: string, attachment: 'platform' | 'cross-platform' | undefined) {
    assertOffered(config, 'passkey');
    const user = await person(userId);
    const known = await listPasskeys(db, userId);
    if (known.length >= counts.passkeys) throw new AppError('limit_exceeded');
    const options = await generateRegistrationOptions({
      rpName: relyingParty.name,
      rpID: relyingParty.id,
      userName: user.email ?? user.phone ?? user.id,
      userID: new Uint8Array(Buffer.from(user.id)),
      userDisplayName: joinName(user.first_name, user.last_name),
      attestationType: 'none',
      excludeCredentials: known.map((each) => ({ id: each.credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required', ...(attachment && { authenticatorAttachment: attachment }) },
    });
    await rememberChallenge(db, options.challenge, { user_id: userId, interaction: null });
    return options;
  }

  async function register(userId: string, { credential, name }: Submitted): Promise<Passkey> {
    assertOffered(config, 'passkey');
    const owner = await person(userId);
    const verified = await refusedAsInvalidCode(() => verifyRegistrationResponse({
      ...expected,
      response: credential as RegistrationResponseJSON,
      expectedChallenge: (challenge) => consumeChallenge(db, challenge, { user_id: userId }),
      requireUserVerification: true,
    }));
    if (!verified.verified) throw new AppError('invalid_code');
    const { registrationInfo: info } = verified;
    const id = newId();
    await db.transaction().execute(async (tx) => {
      await lockKey(tx, `passkeys/${userId}`);
      const known = await listPasskeys(tx, userId);
      if (known.length >= counts.passkeys) throw new AppError('limit_exceeded');
      const shown = name ?? `Passkey ${known.length + 1}`;
      await mailAccountChange(tx, config, owner, { kind: 'passkey', name: shown });
      await tx.insertInto('passkeys').values({
        id, user_id: userId, credential_id: info.credential.id, public_key: Buffer.from(info.credential.publicKey), counter: info.credential.counter,
        credential_device_type: info.credentialDeviceType, credential_backed_up: info.credentialBackedUp, transports: credential.response.transports ?? [],
        fmt: info.fmt, aaguid: info.aaguid, authenticator_attachment: credential.authenticatorAttachment ?? null, user_verified: info.userVerified,
        name: shown,
      }).execute();
    });
    return toPasskey(await ownPasskey(db, userId, id));
  }

  async function authenticationOptions(interaction: string) {
    // No `allowCredentials`: it would reveal which keys an address has.
    const options = await generateAuthenticationOptions({ rpID: relyingParty.id, userVerification: 'required' });
    await rememberChallenge(db, options.challenge, { user_id: null, interaction });
    return options;
  }

  async function authenticate(interaction: string, credential: Answered): Promise<User> {
    const row = await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential.id).executeTakeFirst();
    if (!row) throw new AppError('invalid_code');
    const { verified, authenticationInfo } = await refusedAsInvalidCode(() => verifyAuthenticationResponse({
      ...expected,
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: (challenge) => consumeChallenge(db, challenge, { interaction }),
      credential: { id: row.credential_id, publicKey: new Uint8Array(row.public_key), counter: Number(row.counter) },
      requireUserVerification: true,
    }));
    if (!verified) throw new AppError('invalid_code');
    await db
      .updateTable('passkeys')
      .set({ counter: authenticationInfo.newCounter, credential_backed_up: authenticationInfo.credentialBackedUp, last_used_at: new Date() })
      .where('id', '=', row.id)
      .execute();
    return person(row.user_id);
  }

  async function rename(userId: string, id: string, name: string): Promise<Passkey> {
    await ownPasskey(db, userId, id);
    await db.updateTable('passkeys').set({ name, updated_at: new Date() }).where('id', '=', id).execute();
    return toPasskey(await ownPasskey(db, userId, id));
  }

  async function remove(userId: string, id: string): Promise<void> {
    await ownPasskey(db, userId, id);
    await db.deleteFrom('passkeys').where('id', '=', id).execute();
  }

  return {
    registrationOptions, register, authenticationOptions, authenticate, rename, remove,
    list: async (userId: string): Promise<{ passkeys: Passkey[] }> => ({ passkeys: (await listPasskeys(db, userId)).map(toPasskey) }),
  };
}

/** Maps errors of the library to `invalid_code`. */
async function refusedAsInvalidCode<Result>(verify: () => Promise<Result>): Promise<Result> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid_code', { reason: error instanceof Error ? error.message : String(error) });
  }
}

const listPasskeys = (db: Db | Tx, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

async function ownPasskey(db: Db, userId: string, id: string): Promise<PasskeyRow> {
  const row = await db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found');
  if (row.user_id !== userId) throw new AppError('permission_denied');
  return row;
}

async function rememberChallenge(db: Db, challenge: string, owner: { user_id: string | null; interaction: string | null }): Promise<void> {
  await db.insertInto('webauthn_challenges').values({ challenge, ...owner, expires_at: new Date(Date.now() + links.challengeLife) }).execute();
}

/** Whether the challenge was issued to this person or interaction; deletes it. */
async function consumeChallenge(db: Db, challenge: string, owner: { user_id?: string; interaction?: string }): Promise<boolean> {
  const taken = await db.deleteFrom('webauthn_challenges').where('challenge', '=', challenge).returningAll().executeTakeFirst();
  if (!taken || taken.expires_at < new Date()) return false;
  return owner.user_id === undefined ? taken.interaction === owner.interaction : taken.user_id === owner.user_id;
}

export async function deleteExpiredChallenges(db: Db): Promise<void> {
  await deleteInPortions(db, 'webauthn_challenges', sql<boolean>`expires_at < ${new Date()}`);
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id, userId: row.user_id, counter: Number(row.counter), credentialDeviceType: row.credential_device_type,
  credentialBackedUp: row.credential_backed_up, transports: row.transports, fmt: row.fmt, aaguid: row.aaguid,
  authenticatorAttachment: row.authenticator_attachment, userVerified: row.user_verified, name: row.name,
  createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(), lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

/**
 * The relying party id: the common parent domain of the app's host, where a passkey is created, and of the
 * sign-in's host, where it is used (WebAuthn, 5.1.2).
 */
export function commonDomain(first: string, second: string): string {
  const [one, other] = [first, second].map((address) => new URL(address).hostname.split('.').reverse());
  const shared: string[] = [];
  for (const [index, label] of (one ?? []).entries()) {
    if (other?.[index] !== label) break;
    shared.unshift(label);
  }
  return shared.length > 1 || one?.length === shared.length ? shared.join('.') : new URL(first).hostname;
}
