/**
 * Client for upstream OpenID providers: authorization code flow with PKCE, state and nonce. Claims are accepted
 * only from an ID token that the provider signed for this client and this sign-in.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Connection } from '#server/platform/config.ts';
import { AppError } from '#server/platform/app-error.ts';

const timeLimit = 10_000;

const metadata = z.object({
  issuer: z.string(), authorization_endpoint: z.url(), token_endpoint: z.url(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
type Metadata = z.output<typeof metadata>;

const person = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]).optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
  locale: z.string().optional(),
});
/** The claims of the upstream provider. */
export type UpstreamPerson = z.output<typeof person>;

interface UpstreamRequest {
  url: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Parameters of the callback. */
export interface UpstreamAnswer {
  code: string;
  /** The issuer (RFC 9207); not every provider sends it. */
  iss?: string | undefined;
}

export interface Upstream {
  readonly connection: Connection;
  begin(loginHint: string | null): Promise<UpstreamRequest>;
  finish(answer: UpstreamAnswer, request: { nonce: string; verifier: string }): Promise<UpstreamPerson>;
}

const random = (): string => randomBytes(32).toString('base64url');

export function createUpstream(connection: Connection, redirectUri: string): Upstream {
  let known: Promise<Metadata> | undefined;
  const discover = (): Promise<Metadata> => {
    known ??= readMetadata(connection.issuer).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };

  async function begin(loginHint: string | null): Promise<UpstreamRequest> {
    const { authorization_endpoint: endpoint } = await discover();
    const [state, nonce, verifier] = [random(), random(), random()];
    const url = new URL(endpoint);
    const parameters = {
      client_id: connection.clientId, response_type: 'code', redirect_uri: redirectUri, scope: 'openid email profile', state, nonce,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256',
      ...(loginHint !== null && { login_hint: loginHint }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return { url: url.href, state, nonce, verifier };
  }

  async function finish({ code, iss }: UpstreamAnswer, { nonce, verifier }: { nonce: string; verifier: string }): Promise<UpstreamPerson> {
    const provider = await discover();
    // Prevents mix-up attacks: the code of one provider must not be sent to another (RFC 9207).
    if (iss === undefined ? provider.authorization_response_iss_parameter_supported === true : iss !== provider.issuer) throw new Error('the answer is of another provider');
    const tokens = z.object({ id_token: z.string(), access_token: z.string().optional() }).parse(await readJson(provider.token_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: basic(connection) },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }).toString(),
    }));
    const { payload } = await jwtVerify(tokens.id_token, createRemoteJWKSet(new URL(provider.jwks_uri), { timeoutDuration: timeLimit }), {
      issuer: provider.issuer, audience: connection.clientId, clockTolerance: 30, requiredClaims: ['sub', 'exp', 'iat'],
    });
    if (payload.nonce !== nonce) throw new Error('the token was made for another sign-in');
    const claims = person.parse(payload);
    if (claims.email !== undefined || !provider.userinfo_endpoint || !tokens.access_token) return claims;
    const more = person.parse(await readJson(provider.userinfo_endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } }));
    if (more.sub !== claims.sub) throw new Error('the provider tells of somebody else');
    return { ...claims, ...more };
  }

  return {
    connection,
    begin: (loginHint) => asPartnerError(() => begin(loginHint)),
    finish: (answer, request) => asPartnerError(() => finish(answer, request)),
  };
}

async function readMetadata(issuer: string): Promise<Metadata> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const found = metadata.parse(await readJson(address, {}));
  // The issuer must match, so that one provider can't impersonate another (OpenID Connect Discovery, 4.3).
  if (found.issuer !== issuer) throw new Error('the provider calls itself something else');
  return found;
}

async function readJson(address: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(address, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeLimit) });
  if (!response.ok) throw new Error(`the provider answered ${response.status}`);
  return response.json();
}

/** Client authentication by RFC 6749, 2.3.1: both parts are form-encoded before they are joined. */
const basic = ({ clientId, clientSecret }: Connection): string =>
  `Basic ${Buffer.from([clientId, clientSecret].map(encodeURIComponent).join(':')).toString('base64')}`;

async function asPartnerError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('service_partner_error', { reason: error instanceof Error ? error.message : String(error) });
  }
}
