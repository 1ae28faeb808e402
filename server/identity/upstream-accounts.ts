/** Maps an upstream identity to a local account. */
import { knownAddress } from '#contract/entities/plus-addresses.ts';
import { localeOfTag } from '#contract/languages.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Connection } from '#server/platform/config.ts';
import { findUserById, signInByEmail, updateUser, type User } from '#server/repositories/users.repository.ts';
import { assertNotFederated, federationOf, forbiddenBy, type Connections } from './federation.ts';
import type { UpstreamPerson } from './upstream.ts';

export async function findOrCreateAccount(tx: Tx, connections: Connections, connection: Connection, person: UpstreamPerson): Promise<User> {
  const known = await tx
    .selectFrom('identities').select('user_id').where('connection', '=', connection.id).where('subject', '=', person.sub).executeTakeFirst();
  const user = known && (await findUserById(tx, known.user_id));
  if (user) {
    if (connection.type === 'social') assertNotFederated(connections, user.email);
    return user;
  }
  const email = provenAddress(connections, connection, person);
  const account = await signInByEmail(tx, { email, firstName: person.given_name ?? null, lastName: person.family_name ?? null, locale: localeOfTag(person.locale) });
  await tx
    .insertInto('identities').values({ connection: connection.id, subject: person.sub, user_id: account.id })
    .onConflict((conflict) => conflict.columns(['connection', 'subject']).doNothing()).execute();
  return withNames(tx, account, person);
}

/**
 * A federation may assert any address of its domains. Other providers must assert a verified address that doesn't
 * belong to a federation.
 */
function provenAddress(connections: Connections, connection: Connection, { email, email_verified: verified }: UpstreamPerson): string {
  if (email === undefined) throw new AppError('unable_to_sign_up', { reason: 'no address' });
  const federation = federationOf(connections, email);
  if (connection.type === 'federated') {
    if (federation?.id !== connection.id) throw new AppError('unable_to_sign_up', { reason: 'another domain' });
    return knownAddress(email);
  }
  if (federation) throw forbiddenBy(federation);
  if (verified !== true) throw new AppError('unable_to_sign_up', { reason: 'not verified' });
  return knownAddress(email);
}

async function withNames(tx: Tx, user: User, person: UpstreamPerson): Promise<User> {
  const changes = {
    ...(user.first_name === null && person.given_name && { first_name: person.given_name }),
    ...(user.last_name === null && person.family_name && { last_name: person.family_name }),
  };
  return Object.keys(changes).length === 0 ? user : updateUser(tx, user.id, changes);
}
