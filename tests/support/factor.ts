/** A second factor of somebody who is signed in to a server of a test. */
import { sql } from 'kysely';
import type { Client } from '../api/client.ts';
import type { TestApp } from './app.ts';

type Server = Pick<TestApp, 'infrastructure'>;

/** Their account has a passkey. */
export async function givePasskey({ infrastructure: { db } }: Server, { userId }: Pick<Client, 'userId'>): Promise<void> {
  await sql`insert into passkeys (id, user_id, credential_id, public_key, counter, credential_device_type, credential_backed_up, transports, fmt, aaguid, user_verified, name)
    values (${`passkey-${userId}`}, ${userId}, ${`passkey-${userId}`}, '', 0, 'singleDevice', false, '{}', 'none', '', true, 'Key') on conflict do nothing`.execute(db);
}

/** All their sessions began in this way (RFC 8176). */
export async function beginSessions({ infrastructure: { db } }: Server, { userId }: Pick<Client, 'userId'>, amr: readonly string[]): Promise<void> {
  await sql`update oidc_records set payload = jsonb_set(payload, '{amr}', ${JSON.stringify(amr)}::jsonb) where model = 'Session' and payload ->> 'accountId' = ${userId}`.execute(db);
}

/** A passkey, and sessions that began with it. */
export async function giveFactor(server: Server, who: Pick<Client, 'userId'>): Promise<void> {
  await givePasskey(server, who);
  await beginSessions(server, who, ['hwk']);
}

export async function takeFactor(server: Server, who: Pick<Client, 'userId'>): Promise<void> {
  await server.infrastructure.db.deleteFrom('passkeys').where('user_id', '=', who.userId).execute();
  await beginSessions(server, who, ['otp']);
}
