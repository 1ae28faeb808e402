/** The signed-in person's sessions: where they are signed in, and the end of it. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { ownSession } from '#contract/entities/session.ts';
import { callTimeouts } from '#contract/limits.ts';

const shared = { host: 'identity', timeout: callTimeouts.short, ours: true } as const;
const path = '/v0/connections/sessions';

export const sessionsCalls = {
  /** The one that asks comes first, then the ones that were used last. */
  'sessions.list': defineCall({ ...shared, id: 'sessions.list', method: 'GET', path, permission: 'self', response: z.object({ sessions: z.array(ownSession) }) }),
  /** Its tokens, cookies and event streams end with it; one's own is ended like any other. */
  'sessions.end': defineCall({ ...shared, id: 'sessions.end', method: 'DELETE', path: `${path}/{id}`, permission: { resource: 'session', act: 'own' }, response: nothing }),
  /** All but the one that asks. */
  'sessions.endOthers': defineCall({ ...shared, id: 'sessions.endOthers', method: 'DELETE', path, permission: 'self', response: nothing }),
} as const;
