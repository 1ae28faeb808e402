/**
 * Calls are defined as data. The server's routes and schemas, the client's typed functions, the time-outs and the tests are
 * derived from it. `defineCall` only infers the exact type.
 */
import { z } from 'zod';
import type { ErrorCode } from '#contract/errors.ts';
import { callTimeouts } from '#contract/limits/calls.ts';
import type { BulkAction } from '#contract/permissions/bulk.permissions.ts';
import type { FileAction } from '#contract/permissions/file.permissions.ts';
import type { OrganizationAction, TeamAction } from '#contract/permissions/organization.permissions.ts';
import type { TransactionAction } from '#contract/permissions/transaction.permissions.ts';
import type { TemplateAction } from '#contract/permissions/template.permissions.ts';
import type { PathParameters } from '#contract/routes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Host = 'api' | 'account' | 'identity';
/**
 * `bearer`: an access token. `ticket`, `identityTicket`: an access token, or a `ticket` in the query for one picture or one
 * identity check. `cookie`: a sign-in in progress. `none`: anyone, or anyone with a signed URL.
 */
export type Authentication = 'bearer' | 'ticket' | 'identityTicket' | 'cookie' | 'none';

/** The permission the call requires. `self`: only the caller's own resources. */
export type Permission =
  | { resource: 'transaction'; action: TransactionAction }
  | { resource: 'file'; action: FileAction }
  | { resource: 'template'; action: TemplateAction }
  | { resource: 'bulk'; action: BulkAction }
  | { resource: 'media' | 'contact' | 'application' | 'passkey' | 'session'; action: 'own' }
  | { resource: 'organization'; action: OrganizationAction }
  | { resource: 'team'; action: TeamAction }
  | 'self'
  | 'anyone';

export interface CallDefinition {
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly host: Host;
  readonly auth: Authentication;
  readonly permission: Permission;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  readonly errors: readonly ErrorCode[];
  readonly timeout: number;
  /** Maximum size of the JSON body in bytes, if larger than `requestBodies.ordinary`. */
  readonly maxBody?: number;
  /** Media types of request and response, if they are not JSON. */
  readonly bytes?: { readonly request?: string; readonly response?: string };
  /**
   * Fails with `reauthentication_required` unless the caller signed in recently. `newAddress`: only if the body contains a new
   * address or number.
   */
  readonly recentSignIn?: true | 'newAddress';
  /** A read that takes effect, once: its link or code is used up, and a repetition would be refused. */
  readonly once?: true;
  /** A change that can be done without the server: the app sends it when the server is there, perhaps twice. */
  readonly mayWait?: true;
  /** The call is not in the specification; the decision is recorded in docs/decisions. */
  readonly ours?: true;
}

type Optional = 'auth' | 'timeout' | 'errors';
type Written = Omit<CallDefinition, Optional> & Partial<Pick<CallDefinition, Optional>>;
type Defined<C extends Written> = Omit<C, Optional> & Pick<CallDefinition, Optional>;

export function defineCall<const C extends Written>(call: C): Defined<C> {
  return { auth: 'bearer', timeout: callTimeouts.ordinary, errors: [], ...call };
}

/** The response of a call without a result: status 204. */
export const nothing = z.void();

/** Resources that can belong to an organization, which may require a second factor. */
const ofOrganizations: readonly string[] = ['organization', 'team', 'transaction', 'file', 'template', 'bulk'];

/** The error codes of a call, including those that any call can return. */
export function errorsOf(call: CallDefinition): ErrorCode[] {
  const general: ErrorCode[] = ['internal_error', 'rate_limit_exceeded', 'service_unavailable'];
  if (call.auth === 'bearer' || call.auth === 'ticket' || call.auth === 'identityTicket') general.push('unauthorized', 'invalid_token');
  if (call.recentSignIn) general.push('reauthentication_required');
  if (call.body) general.push('max_size_exceeded');
  if (call.body || call.query || call.path.includes('{')) general.push('request_validation_error');
  if (call.body && (call.method === 'PUT' || call.method === 'PATCH')) general.push('read_only_property');
  if (call.query && 'orgId' in call.query.shape) general.push('not_found', 'permission_denied', 'second_factor_required');
  if (typeof call.permission === 'object') general.push('not_found', 'permission_denied');
  if (typeof call.permission === 'object' && call.permission.resource === 'transaction') general.push('access_code_required', 'end_to_end_encrypted');
  if (typeof call.permission === 'object' && ofOrganizations.includes(call.permission.resource)) general.push('second_factor_required');
  return [...new Set([...call.errors, ...general])];
}

type PathPart<C extends CallDefinition> = C['path'] extends `${string}{${string}`
  ? { params: PathParameters<C['path']> }
  : { params?: undefined };
type QueryPart<C> = C extends { query: infer Q extends z.ZodType } ? { query?: z.input<Q> } : { query?: undefined };
type BodyPart<C> = C extends { body: infer B extends z.ZodType } ? (undefined extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> }) : { body?: undefined };

/** The input of a call on the client: path parameters, query and body, as far as the call defines them. */
export type CallInput<C extends CallDefinition> = PathPart<C> & QueryPart<C> & BodyPart<C>;
export type CallOutput<C extends CallDefinition> = z.output<C['response']>;
export type CallBody<C> = C extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
export type CallQuery<C> = C extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type CallParameters<C extends CallDefinition> = PathParameters<C['path']>;
