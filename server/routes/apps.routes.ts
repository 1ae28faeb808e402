import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { appsCalls } from '#contract/calls/apps.calls.ts';
import { identityPaths } from '#contract/identity-paths.ts';
import type { App } from '#server/http/app.types.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import type { AppsService } from '#server/services/people/apps.service.ts';
import { answerClientCredentials, formType } from './client-credentials.ts';
import type { Handlers } from './handler.ts';

export const appsRoutes = (apps: AppsService): Handlers<Exclude<keyof typeof appsCalls, 'apps.token'>> => ({
  'apps.create': ({ caller, body }) => apps.create(caller, body),
  'apps.list': ({ caller }) => apps.list(caller),
  'apps.get': ({ caller, params }) => apps.get(caller, params.id),
  'apps.update': ({ caller, params, body }) => apps.update(caller, params.id, body),
  'apps.delete': ({ caller, params }) => apps.remove(caller, params.id),
});

/** Secrets can't be guessed, but verifying each attempt has a cost. */
const limit = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } };

/** Maximum form size in bytes. Clients send a few hundred. */
const largestForm = 16_384;

/**
 * Registers `apps.token`, the only call of an application without an access token. Accepts JSON as the contract defines it, or
 * the form of RFC 6749.
 */
export async function registerApplicationToken(app: App, apps: AppsService): Promise<void> {
  const call = appsCalls['apps.token'];
  await app.register(async (scope: App) => {
    scope.addContentTypeParser(formType, { parseAs: 'string', bodyLimit: largestForm }, (_request, body, done) => done(null, body));
    const answerForm = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> =>
      isForm(request) ? answerClientCredentials(apps, String(request.body), request, reply) : undefined;
    scope.post(call.path, { ...limit, preValidation: [answerForm, refuseUnknownFields(call)], schema: { body: call.body, response: { 200: call.response } } }, (request) => apps.token(request.body));
  });
  await registerTokenEndpoint(app, apps);
}

const isForm = ({ headers }: FastifyRequest): boolean => headers['content-type']?.toLowerCase().startsWith(formType) ?? false;

/**
 * Registers the token endpoint that the discovery document names. Client-credentials requests of applications are answered here;
 * all others go to the OpenID provider.
 */
async function registerTokenEndpoint(app: App, apps: AppsService): Promise<void> {
  await app.register(async (scope: App) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.post(identityPaths.token, { ...limit, onRequest: limitedByAddress(scope) }, async (request, reply) => {
      const start = isForm(request) ? await firstOf(request.raw) : null;
      if (start !== null && /(?:^|&)grant_type=client_credentials(?:&|$)/.test(start.toString())) {
        return answerClientCredentials(apps, (await text(request.raw)).slice(0, largestForm), request, reply);
      }
      return app.handToProvider(request, reply);
    });
  });
}

/** Reads the first chunk of a body and puts it back, so that the next reader sees the whole body. */
async function firstOf(body: IncomingMessage): Promise<Buffer | null> {
  if (body.readableLength === 0 && !body.readableEnded) await Promise.race([once(body, 'readable'), once(body, 'end')]);
  const chunk = body.read() as Buffer | null;
  if (chunk !== null) body.unshift(chunk);
  return chunk;
}
