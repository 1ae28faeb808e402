/**
 * Scopes of applications (document 2 §6.3). A call's scopes are derived from its area and method, with named exceptions. A call
 * without scopes is closed to applications.
 */
import type { CallDefinition } from '#contract/calls/define.ts';

const actions = ['create', 'read', 'update', 'delete'] as const;
type Action = (typeof actions)[number];
const scopedResources = ['contact', 'media', 'file', 'transaction', 'template'] as const;
type ScopedResource = (typeof scopedResources)[number];

export type Scope = 'profile:read' | 'profile:update' | 'integrations:update' | `${ScopedResource}:${Action}`;

export const scopes: readonly Scope[] = [
  'profile:read', 'profile:update',
  ...scopedResources.flatMap((resource) => actions.map((action) => `${resource}:${action}` as const)),
  'integrations:update',
];

export const defaultScopes: readonly Scope[] = [
  'file:create', 'file:read', 'file:update', 'transaction:create', 'transaction:read', 'transaction:update',
];

const areas: Readonly<Record<string, ScopedResource | 'profile'>> = {
  contacts: 'contact', media: 'media', files: 'file', transactions: 'transaction', bulks: 'transaction', templates: 'template', profile: 'profile',
};

/** Calls whose method and path do not match their effect, or that a person must make. */
const exceptions: Readonly<Record<string, readonly Scope[]>> = {
  'media.updateUrl': ['media:update'],
  // What is in the copy can be read in it.
  'transactions.duplicate': ['transaction:read', 'transaction:create'],
  'transactions.correct': ['transaction:update', 'transaction:create'],
  'templates.use': ['transaction:create'],
  'templates.useLibrary': ['transaction:create'],
  // Nobody has opened a document because an application has.
  'transactions.view': [],
  'integrations.activate': ['integrations:update'],
  'integrations.deactivate': ['integrations:update'],
  'profile.cookieConsent': [],
  'profile.passkeyPromotion': [],
  'media.uploadSendSms': [],
  'media.captureTicket': [],
};

/** All that an application needs for the call. None: the call requires a person's own token. */
export function scopesOf(call: Pick<CallDefinition, 'id' | 'method' | 'path'>): readonly Scope[] {
  if (Object.hasOwn(exceptions, call.id)) return exceptions[call.id] ?? [];
  const resource = areas[call.id.split('.')[0] ?? ''];
  if (resource === undefined) return [];
  const action = actionOf(call);
  if (resource !== 'profile') return [`${resource}:${action}`];
  return action === 'read' || action === 'update' ? [`profile:${action}`] : [];
}

/** Accepting or rejecting access is a change although it uses GET, and so is the removal of participants with DELETE. */
function actionOf({ method, path }: Pick<CallDefinition, 'method' | 'path'>): Action {
  if (method === 'GET') return /\/(accept|reject|convert_to_pdf)$/.test(path) ? 'update' : 'read';
  if (method === 'DELETE') return path.endsWith('}') ? 'delete' : 'update';
  return method === 'POST' && !path.includes('{') ? 'create' : 'update';
}
