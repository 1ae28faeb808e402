/** The signed-in person's sessions: where they are signed in, and the end of it. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { authEvent } from '#contract/entities/auth-event.ts';
import { ownSession } from '#contract/entities/session.ts';
import { callTimeouts } from '#contract/limits.ts';

const shared = { host: 'identity', timeout: callTimeouts.short, ours: true } as const;
const path = '/v0/connections/sessions';

export const sessionsCalls = {
  /** The one that asks comes first, then the ones that were used last. */
  'sessions.list': defineCall({ ...shared, id: 'sessions.list', method: 'GET', path, permission: 'self', response: z.object({ sessions: z.array(ownSession) }) }),
  /** Its tokens, cookies and event streams end with it; one's own is ended like any other. */
  'sessions.end': defineCall({ ...shared, id: 'sessions.end', method: 'DELETE', path: `${path}/{id}`, permission: { resource: 'session', act: 'own' }, response: nothing }),
  /** The newest ones first, as far back as the installation keeps them. */
  'sessions.history': defineCall({
    ...shared, id: 'sessions.history', method: 'GET', path: '/v0/connections/auth_events', permission: 'self', response: z.object({ events: z.array(authEvent) }),
  }),
  /** Whoever is signed in is at work in the app, though nothing else is asked for: the session isn't idle. */
  'sessions.use': defineCall({ ...shared, id: 'sessions.use', method: 'PUT', path: `${path}/current`, permission: 'self', response: nothing }),
  /** All but the one that asks. */
  'sessions.endOthers': defineCall({ ...shared, id: 'sessions.endOthers', method: 'DELETE', path, permission: 'self', response: nothing }),
} as const;
