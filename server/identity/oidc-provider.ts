/**
 * The installation's OpenID provider: authorization code flow with PKCE and the hybrid response types, for one
 * client, our own web app. It asks for no consent.
 */
import { randomBytes, webcrypto } from 'node:crypto';
import { Provider, type ClientMetadata, type Configuration, type JWKS } from 'oidc-provider';
import { identityPaths } from '#contract/identity-paths.ts';
import { startPath } from '#contract/upstream-paths.ts';
import { joinName } from '#contract/person-names.ts';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import { oidcAdapter } from './oidc-adapter.ts';
import { renderProblem, renderSignOut } from './identity-pages.ts';
import { isIdle } from './idle-sessions.ts';
import { interactionPolicy } from './interaction-policy.ts';

export const clientId = 'countersign-web';
export const magicCodePath = '/v0/connections/magic_code';

const hour = 60 * 60;
const day = 24 * hour;
/** Seconds. A session ends this long after its sign-in, however often it is used. */
const longestSession = 14 * day;
const firstPartyScope = 'openid profile email phone';

const ttl = {
  AccessToken: day,
  AuthorizationCode: 60,
  IdToken: day,
  Interaction: hour,
  Grant: 14 * day,
  Session: (_context: unknown, { loginTs }: { loginTs?: number | undefined }): number => {
    const now = Math.floor(Date.now() / 1000);
    return Math.max(1, (loginTs ?? now) + longestSession - now);
  },
} as const;

const claims: Configuration['claims'] = {
  openid: ['sub'],
  profile: ['given_name', 'family_name', 'name', 'locale', 'profile_type'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
};

const webClient = (config: Config): ClientMetadata => ({
  client_id: clientId,
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'implicit'],
  response_types: ['code', 'id_token', 'code id_token'],
  redirect_uris: [`${config.appUrl}/authorize`, `${config.appUrl}/silent_renew`],
  post_logout_redirect_uris: [`${config.appUrl}/`],
});

const features = (config: Config): Configuration['features'] => ({
  devInteractions: { enabled: false },
  // Applications aren't clients of the provider. Their tokens come from the same endpoint
  // (`registerTokenEndpoint`), so the discovery document must list the grant type.
  clientCredentials: { enabled: true },
  // Not implemented here.
  pushedAuthorizationRequests: { enabled: false },
  revocation: { enabled: true },
  rpInitiatedLogout: { enabled: true, logoutSource: renderSignOut, postLogoutSuccessSource: (context) => context.redirect(config.appUrl) },
  resourceIndicators: {
    enabled: true,
    getResourceServerInfo: () => ({ scope: 'api', accessTokenFormat: 'opaque', audience: config.appUrl }),
    useGrantedResource: () => true,
  },
});

export async function createProvider(db: Db, vault: KeyVault, config: Config): Promise<Provider> {
  const { jwks, cookieKeys } = await providerKeys(vault);
  const provider = new Provider(config.issuer, configuration(db, config, jwks, cookieKeys));
  // The provider builds URLs from forwarded headers, which `handTo` sets to the issuer's, whatever `Host` a request
  // claims.
  provider.proxy = true;
  allowOwnAddresses(provider, config);
  return provider;
}

function configuration(db: Db, config: Config, jwks: JWKS, cookieKeys: string[]): Configuration {
  return {
    adapter: oidcAdapter(db, async (uid) => config.sessionIdleMinutes !== null && isIdle(db, uid, config.sessionIdleMinutes)),
    jwks,
    clients: [webClient(config)],
    responseTypes: ['code', 'id_token', 'code id_token'],
    pkce: { required: () => true },
    scopes: ['openid'],
    claims,
    extraParams: ['magic_code', 'initial_flow', 'connection'],
    findAccount: async (_context, sub) => {
      const user = await findUserById(db, sub);
      return user && { accountId: user.id, claims: () => claimsOf(user) };
    },
    loadExistingGrant: firstPartyGrant,
    interactions: { policy: interactionPolicy(db), url: (_context, interaction) => interactionUrl(config, interaction.uid, interaction.params) },
    // One interaction at a time per browser. The path is `/` because the calls of the sign-in page need its cookie,
    // too.
    cookies: { keys: cookieKeys, names: cookieNames(config), short: { path: '/', sameSite: 'lax', signed: true, httpOnly: true }, long: { sameSite: 'lax', signed: true, httpOnly: true } },
    clientBasedCORS: (_context, origin) => origin === config.appUrl,
    features: features(config),
    renderError: (context, out) => renderProblem(context, config.appUrl, out),
    routes: identityPaths,
    ttl,
  };
}

/**
 * Over TLS, the prefixes prevent other hosts of the site and connections without TLS from setting these cookies
 * (RFC 6265bis, 4.1.3). `__Host-` requires the path `/`, so the resume cookie, which is bound to a path, has
 * `__Secure-`.
 */
const cookieNames = ({ issuer }: Pick<Config, 'issuer'>): { session: string; interaction: string; resume: string } =>
  (issuer.startsWith('https:')
    ? { session: '__Host-session', interaction: '__Host-interaction', resume: '__Secure-interaction_resume' }
    : { session: '_session', interaction: '_interaction', resume: '_interaction_resume' });

function interactionUrl(config: Config, uid: string, params: Record<string, unknown>): string {
  if (params.magic_code !== undefined) return `${magicCodePath}/${uid}`;
  const connection = config.connections.find(({ id }) => id === params.connection);
  if (connection) return startPath(connection.id);
  const flow = params.initial_flow === 'sign_up' ? '&initial_flow=sign_up' : '';
  return `/sign-in?uid=${uid}${flow}`;
}

/**
 * Grants our own client without consent; otherwise a silent renewal would end on a consent screen in a hidden
 * iframe.
 */
const firstPartyGrant: NonNullable<Configuration['loadExistingGrant']> = async ({ oidc }) => {
  const { client, session } = oidc;
  if (client === undefined || session?.accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  const existing = known === undefined ? undefined : await oidc.provider.Grant.find(known);
  if (existing !== undefined && existing.accountId === session.accountId) return existing;
  const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(firstPartyScope);
  await grant.save();
  return grant;
};

function claimsOf(user: User): { sub: string; [claim: string]: unknown } {
  const name = joinName(user.first_name, user.last_name);
  return {
    sub: user.id,
    given_name: user.first_name ?? undefined,
    family_name: user.last_name ?? undefined,
    name: name === '' ? undefined : name,
    locale: user.locale ?? undefined,
    profile_type: user.type,
    email: user.email ?? undefined,
    email_verified: user.email_verified,
    phone_number: user.phone ?? undefined,
    phone_number_verified: user.phone_verified,
  };
}

async function providerKeys(vault: KeyVault): Promise<{ jwks: JWKS; cookieKeys: string[] }> {
  const signing = await vault.findOrCreate('identity/signing', async () => {
    const keys = await webcrypto.subtle.generateKey({ name: 'RSASSA-PKCS1-v1_5', modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, true, ['sign', 'verify']);
    const jwk = await webcrypto.subtle.exportKey('jwk', keys.privateKey);
    return Buffer.from(JSON.stringify({ kty: jwk.kty, n: jwk.n, e: jwk.e, d: jwk.d, p: jwk.p, q: jwk.q, dp: jwk.dp, dq: jwk.dq, qi: jwk.qi, use: 'sig', alg: 'RS256' }));
  });
  const cookies = await vault.findOrCreate('identity/cookies', async () => randomBytes(32));
  return { jwks: { keys: [JSON.parse(signing.toString())] } as JWKS, cookieKeys: [cookies.toString('base64url')] };
}

function allowOwnAddresses(provider: Provider, config: Config): void {
  // After sign-out, people may return to any page of the app.
  provider.Client.prototype.postLogoutRedirectUriAllowed = (address) => URL.canParse(address) && new URL(address).origin === config.appUrl;
  if (config.appUrl.startsWith('https:')) return;
  // Permits the hybrid response types for an installation without TLS, such as the default on localhost.
  const schema = (provider.Client as unknown as { Schema: { prototype: { invalidate(message: string, code?: string): void } } }).Schema.prototype;
  const invalidate = schema.invalidate;
  schema.invalidate = function invalidateOther(message, code) {
    if (code === 'implicit-force-https' || code === 'implicit-forbid-localhost') return;
    invalidate.call(this, message, code);
  };
}
