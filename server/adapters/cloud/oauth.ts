/** OAuth 2.0 authorization code grant with PKCE (RFC 6749, RFC 7636), for all sources. */
import { z } from 'zod';
import { AppError } from '#server/platform/app-error.ts';
import { notConnected, type Grant, type Tokens } from './cloud-source.ts';
import { fetching } from '#contract/limits/calls.ts';

export interface OAuthClient {
  clientId: string;
  clientSecret: string;
  authorize: string;
  token: string;
  scope: string;
  /** Parameters with which a source issues a refresh token. */
  lasting: Readonly<Record<string, string>>;
}

const answer = z.object({ access_token: z.string().min(1), refresh_token: z.string().min(1).optional(), expires_in: z.coerce.number().positive().default(3600) });

export function authorizationUrl({ clientId, authorize, scope, lasting }: OAuthClient, { state, challenge, redirectUri }: Grant): string {
  const url = new URL(authorize);
  const values = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, state, code_challenge: challenge, code_challenge_method: 'S256', ...lasting };
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

export const redeemCode = (client: OAuthClient, code: string, verifier: string, redirectUri: string): Promise<Tokens> =>
  tokensFor(client, { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirectUri });

export const refreshTokens = (client: OAuthClient, token: string): Promise<Tokens> => tokensFor(client, { grant_type: 'refresh_token', refresh_token: token });

async function tokensFor({ clientId, clientSecret, token }: OAuthClient, grant: Record<string, string>): Promise<Tokens> {
  let response: Response;
  try {
    response = await fetch(token, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret }),
      redirect: 'error',
      signal: AbortSignal.timeout(fetching.timeLimit),
    });
  } catch {
    throw new AppError('integration_error', { reason: 'connection' });
  }
  const body: unknown = await response.json().catch(() => null);
  // The person has revoked access, or the code was already used (RFC 6749, 5.2).
  if (response.status === 400 || response.status === 401) throw notConnected();
  const parsed = answer.safeParse(body);
  if (!response.ok || !parsed.success) throw new AppError('integration_error', { status: response.status });
  const { access_token: access, refresh_token: refresh = null, expires_in: seconds } = parsed.data;
  return { access, refresh, expiresAt: new Date(Date.now() + seconds * 1000) };
}
