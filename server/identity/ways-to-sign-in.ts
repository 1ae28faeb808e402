import type { Db } from '#server/adapters/database/database.ts';

/** How somebody can sign in besides a code in a mail: `password`, `passkey`, and the connections they came by. */
export async function waysToSignIn(db: Db, userId: string): Promise<string[]> {
  const [password, passkey, identities] = await Promise.all([
    db.selectFrom('passwords').select('user_id').where('user_id', '=', userId).executeTakeFirst(),
    db.selectFrom('passkeys').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst(),
    db.selectFrom('identities').select('connection').distinct().where('user_id', '=', userId).orderBy('connection').execute(),
  ]);
  return [...(password ? ['password'] : []), ...(passkey ? ['passkey'] : []), ...identities.map(({ connection }) => connection)];
}
