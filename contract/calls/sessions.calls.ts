/** The sessions of the signed-in user. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { authEvent } from '#contract/entities/auth-event.ts';
import { ownSession } from '#contract/entities/session.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const shared = { host: 'identity', timeout: callTimeouts.short, ours: true } as const;
const path = '/v0/connections/sessions';

export const sessionsCalls = {
  /** The current session first, then the others by last use. */
  'sessions.list': defineCall({ ...shared, id: 'sessions.list', method: 'GET', path, permission: 'self', response: z.object({ sessions: z.array(ownSession) }) }),
  /** Ends a session with its tokens, cookies and event streams. May be the current one. */
  'sessions.end': defineCall({ ...shared, id: 'sessions.end', method: 'DELETE', path: `${path}/{id}`, permission: { resource: 'session', action: 'own' }, response: nothing }),
  /** Newest first, for as long as the installation keeps the events. */
  'sessions.history': defineCall({
    ...shared, id: 'sessions.history', method: 'GET', path: '/v0/connections/auth_events', permission: 'self', response: z.object({ events: z.array(authEvent) }),
  }),
  /** Keeps the session active while the user works in the app without other calls. */
  'sessions.use': defineCall({ ...shared, id: 'sessions.use', method: 'PUT', path: `${path}/current`, permission: 'self', response: nothing }),
  /** Ends all sessions except the current one. */
  'sessions.endOthers': defineCall({ ...shared, id: 'sessions.endOthers', method: 'DELETE', path, permission: 'self', response: nothing }),
} as const;
