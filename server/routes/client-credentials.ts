/** The client credentials grant for applications (RFC 6749, section 4.4), in addition to the JSON call of the contract. */
import { Buffer } from 'node:buffer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OutputOf } from '#contract/calls/calls.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { AppsService } from '#server/services/people/apps.service.ts';

export const formType = 'application/x-www-form-urlencoded';

/** RFC 6749, section 5.2. */
type OAuthErrorCode = 'invalid_request' | 'invalid_client' | 'unauthorized_client' | 'unsupported_grant_type' | 'invalid_scope';

class OAuthError extends Error {
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.code = code;
  }
}

interface Credentials {
  clientId: string;
  clientSecret: string;
}

/** Parses HTTP Basic credentials. Id and secret are form-encoded before they are joined (RFC 6749, section 2.3.1). */
function basicCredentials(header: string): Credentials {
  const [, encoded = ''] = /^basic\s+([\w+/=-]+)$/i.exec(header) ?? [];
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
  try {
    const decode = (text: string | undefined): string => decodeURIComponent((text ?? '').replaceAll('+', ' '));
    return { clientId: decode(id), clientSecret: decode(secret) };
  } catch {
    throw new OAuthError('invalid_client', 'The Authorization header is malformed');
  }
}

function credentialsOf(form: URLSearchParams, header: string | undefined): Credentials {
  if (header !== undefined) {
    if (form.has('client_secret')) throw new OAuthError('invalid_request', 'Use one way of client authentication');
    return basicCredentials(header);
  }
  return { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' };
}

async function tokenFor(apps: AppsService, form: URLSearchParams, header: string | undefined): Promise<OutputOf<'apps.token'>> {
  const names = [...form.keys()];
  if (new Set(names).size < names.length) throw new OAuthError('invalid_request', 'A parameter is repeated');
  const grant = form.get('grant_type');
  if (grant === null) throw new OAuthError('invalid_request', 'grant_type is missing');
  if (grant !== 'client_credentials') throw new OAuthError('unsupported_grant_type', 'Only client_credentials is supported');
  const credentials = credentialsOf(form, header);
  if (credentials.clientId === '' || credentials.clientSecret === '') throw new OAuthError('invalid_client', 'Client authentication is missing');
  const issued = await apps.token(credentials);
  const beyond = (form.get('scope') ?? '').split(' ').filter((scope) => scope !== '' && !issued.scope.split(' ').includes(scope));
  if (beyond.length > 0) throw new OAuthError('invalid_scope', `Not allowed: ${beyond.join(' ')}`);
  return issued;
}

/** Maps errors of the service to OAuth errors. Returns other errors unchanged. */
function asOAuthError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'unauthorized') return new OAuthError('invalid_client', 'Unknown client or wrong secret');
  if (error.code === 'permission_denied') return new OAuthError('unauthorized_client', 'The plan of the owner has no API access');
  return error;
}

/** Answers a token request in form encoding with the responses of RFC 6749. */
export async function answerClientCredentials(apps: AppsService, form: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  try {
    return await reply.send(await tokenFor(apps, new URLSearchParams(form), request.headers.authorization));
  } catch (cause) {
    const error = asOAuthError(cause);
    if (!(error instanceof OAuthError)) throw error;
    if (error.code === 'invalid_client') void reply.header('www-authenticate', 'Basic realm="applications"');
    return reply.status(error.code === 'invalid_client' ? 401 : 400).send({ error: error.code, error_description: error.message });
  }
}
