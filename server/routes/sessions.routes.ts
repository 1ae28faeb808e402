import type { sessionsCalls } from '#contract/calls/sessions.calls.ts';
import type { OwnSessions } from '#server/identity/own-sessions.ts';
import type { Handlers } from './handler.ts';

export const sessionsRoutes = (sessions: OwnSessions): Handlers<keyof typeof sessionsCalls> => ({
  'sessions.list': ({ caller }) => sessions.list(caller),
  'sessions.end': ({ caller, params }) => sessions.end(caller, params.id),
  'sessions.history': ({ caller }) => sessions.history(caller),
  // Authenticating the call already updates the session's last use.
  'sessions.use': async () => undefined,
  'sessions.endOthers': ({ caller }) => sessions.endOthers(caller),
});
