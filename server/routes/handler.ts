/** Turns a call of the contract into a route: schemas, authentication and handler. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { calls, type CallId, type OutputOf } from '#contract/calls/calls.ts';
import type { CallBody, CallDefinition, CallParameters, CallQuery } from '#contract/calls/define.ts';
import { objectId, sameContact } from '#contract/entities/common.ts';
import { requestBodies } from '#contract/limits/calls.ts';
import { routerPath } from '#contract/routes.ts';
import { scopesOf } from '#contract/permissions/scopes.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { longJson, parseInBatches, partsOf } from '#server/http/large-values.ts';
import { checkInBatches, refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { actorOf, tokenOf } from '#server/identity/authenticate.ts';
import { assertRecentSignIn } from '#server/identity/recent-sign-in.ts';
import type { Caller } from '#server/services/caller.ts';
import { organizationOfCall } from '#server/services/organizations/organization-access.ts';

interface HandlerInput<Id extends CallId> {
  caller: Caller;
  params: CallParameters<(typeof calls)[Id]>;
  query: CallQuery<(typeof calls)[Id]>;
  body: CallBody<(typeof calls)[Id]>;
}

export type Handler<Id extends CallId> = (input: HandlerInput<Id>) => Promise<OutputOf<Id>>;
/** One handler per call. A missing handler is a type error. */
export type Handlers<Ids extends CallId> = { readonly [Id in Ids]: Handler<Id> };

/** Replaces the handlers by `feature_not_supported` if the installation lacks the feature. */
export const onlyIf = <Ids extends CallId>(present: boolean, handlers: Handlers<Ids>): Handlers<Ids> => (present ? handlers : absent(handlers));

function absent<Ids extends CallId>(handlers: Handlers<Ids>): Handlers<Ids> {
  const refuse = async (): Promise<never> => {
    throw new AppError('feature_not_supported');
  };
  return Object.fromEntries(Object.keys(handlers).map((id) => [id, refuse])) as unknown as Handlers<Ids>;
}

const paramsOf = (path: string): z.ZodObject => {
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  return z.object(Object.fromEntries(names.map((name) => [name, objectId])));
};

export function addCalls<Ids extends CallId>(app: App, db: Db, handlers: Handlers<Ids>): void {
  for (const id of Object.keys(handlers) as Ids[]) addCall(app, db, id, handlers[id] as Handler<CallId>);
}

function addCall(app: App, db: Db, id: CallId, handle: Handler<CallId>): void {
  const call: CallDefinition = calls[id];
  const answersNothing = call.response instanceof z.ZodVoid;
  app.route({
    method: call.method,
    url: routerPath(call.path),
    bodyLimit: call.maxBody ?? requestBodies.ordinary,
    // Some GET calls have side effects, which a HEAD request must not trigger.
    exposeHeadRoute: false,
    onRequest: call.maxBody === undefined ? recogniserOf(app, call) : [recogniserOf(app, call), limitedByBytes(app, call.maxBody)],
    preValidation: [missingBodyAsEmpty(call), call.maxBody === undefined ? refuseUnknownFields(call) : checkInBatches(call)],
    config: { scopes: scopesOf(call) },
    schema: {
      params: paramsOf(call.path),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.maxBody === undefined ? call.body : partsOf(call.body).frame }),
    },
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (needsRecentSignIn(call, request)) await assertRecentSignIn(db, tokenOf(request));
      const output = await handle({ caller: await callerOf(db, request), ...validated(request) });
      // Parsing by the response schema drops everything that the contract does not define.
      if (answersNothing) return reply.status(204).send();
      if (call.bytes?.response !== undefined) return reply.type(call.bytes.response).send(output);
      const answer = await parseInBatches(call.response, output);
      const long = longJson(call.response, answer);
      return long === null ? reply.send(answer) : reply.type('application/json; charset=utf-8').send(long);
    },
  });
}

/** Accepts a missing body where every property is optional. Fastify passes a missing body as null. */
function missingBodyAsEmpty({ body: shape }: CallDefinition): (request: FastifyRequest) => Promise<void> {
  const optional = shape?.safeParse(undefined).success ?? false;
  return async (request) => {
    if (optional && request.body == null) request.body = {};
  };
}

/** Limits the bytes of large bodies per user, because parsing them uses shared CPU time. */
function limitedByBytes(app: App, largest: number): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const announced = Number(request.headers['content-length'] ?? largest);
    if (announced > requestBodies.ordinary) app.limits.bytes(actorOf(request).userId, announced);
  };
}

function recogniserOf(app: App, { auth }: CallDefinition): App['authenticate'] {
  if (auth === 'ticket') return app.authenticateOrTicket;
  return auth === 'identityTicket' ? app.authenticateOrIdentityTicket : app.authenticate;
}

/** An unchanged or removed address needs no recent sign-in. */
function needsRecentSignIn({ recentSignIn }: CallDefinition, request: FastifyRequest): boolean {
  if (recentSignIn !== 'newAddress') return recentSignIn === true;
  const { email, phone } = request.body as { email?: string; phone?: string };
  const actor = actorOf(request);
  return (isNamed(email) && !sameContact({ email }, actor)) || (isNamed(phone) && !sameContact({ phone }, actor));
}

const isNamed = (address: string | undefined): address is string => address !== undefined && address !== 'empty';

/** The route's schemas have validated these, so the cast is safe. */
const validated = ({ params, query, body }: FastifyRequest) => ({ params, query, body }) as Omit<HandlerInput<CallId>, 'caller'>;

/** Returns the caller and the organization named by `orgId` in the query. */
async function callerOf(db: Db, request: FastifyRequest): Promise<Caller> {
  const actor = actorOf(request);
  const { orgId } = request.query as { orgId?: unknown };
  if (orgId === undefined) return { ...actor, organization: null };
  // Calls without a query schema do not validate `orgId`.
  const id = objectId.safeParse(orgId);
  if (!id.success) throw new AppError('request_validation_error', [{ path: 'querystring/orgId', message: 'Expected one id' }]);
  return { ...actor, organization: await organizationOfCall(db, actor, id.data) };
}

