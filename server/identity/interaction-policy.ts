import { interactionPolicy as policies, type InteractionResults, type KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '#server/platform/database/database.ts';
import { magicCodeBelongsTo } from './magic-code.ts';

/** When the OpenID provider must interact with the person: to sign in, or to follow a magic link. */
export function interactionPolicy(db: Db): policies.DefaultPolicy {
  const policy = policies.base();
  // Our own client needs no consent.
  policy.remove('consent');
  policy.get('login')?.checks.add(
    new policies.Check('magic_code', 'a link of a mail is being followed', 'login_required', async (context) =>
      (await mustUseMagicCode(db, context)) ? policies.Check.REQUEST_PROMPT : policies.Check.NO_NEED_TO_PROMPT,
    ),
  );
  return policy;
}

/**
 * A magic code signs its person in even when another one is signed in. A person who is signed in as its owner may
 * reuse the link.
 */
async function mustUseMagicCode(db: Db, { oidc }: KoaContextWithOIDC): Promise<boolean> {
  const code = oidc.params?.magic_code;
  if (typeof code !== 'string') return false;
  const result = oidc.result as InteractionResults | undefined;
  if (result?.login !== undefined) return false;
  const accountId = oidc.session?.accountId;
  return accountId === undefined || !(await magicCodeBelongsTo(db, code, accountId));
}
