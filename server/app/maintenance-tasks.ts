import { deleteOldMessages } from '#server/outbox/message-retention.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Infrastructure } from './infrastructure.ts';
import { deleteOldConversionUse } from '#server/repositories/conversion-use.repository.ts';
import { deleteEventsBefore } from '#server/events/events.repository.ts';
import { deleteExpiredTickets } from '#server/events/event-tickets.ts';
import { deleteEndedChanges } from '#server/identity/account-changes.ts';
import { deleteExpiredApplicationTokens } from '#server/identity/application-tokens.ts';
import { deleteOldCaptchaPasses } from '#server/identity/captcha.ts';
import { deleteExpiredCaptureTickets } from '#server/identity/capture-tickets.ts';
import { deleteExpiredIdentityTickets } from '#server/identity/identity-tickets.ts';
import { deleteExpiredPasses } from '#server/identity/magic-code.ts';
import { deleteExpiredRecords } from '#server/identity/oidc-adapter.ts';
import { deleteOldCodes } from '#server/identity/codes.ts';
import { deleteEndedPending } from '#server/identity/pending-sign-ins.ts';
import { deleteExpiredChallenges } from '#server/identity/passkeys.ts';
import { deleteEndedCounters } from '#server/adapters/limits/rate-counters.ts';
import { endIdleSessions } from '#server/identity/idle-sessions.ts';
import { deleteOldAuthEvents } from '#server/identity/auth-events.ts';
import { hashOldCodesSlowly } from '#server/identity/recovery-codes.ts';
import { deleteEndedTokens } from '#server/identity/sessions.ts';
import { deleteEndedSessions } from '#server/identity/session-activity.ts';
import { deleteSpentChallenges } from '#server/identity/proof-of-work.ts';
import { deleteOldAttempts } from '#server/identity/sign-in-attempts.ts';
import { deleteExpiredUpstreamRequests } from '#server/identity/upstream.routes.ts';
import type { Tasks } from '#server/jobs/jobs.ts';

const day = 24 * 60 * 60 * 1000;
/** Milliseconds; longer than a client's offline tasks live. */
export const eventRetentionMs = 14 * day;

/** The server's own jobs, in addition to those of the services. */
export function maintenanceTasks({ db, authority, log, config }: Pick<Infrastructure, 'db' | 'authority' | 'log' | 'config'>): Tasks {
  return {
    look_at_keys: async () => {
      for (const { kind, name, notAfter } of await authority.look()) {
        if (kind === 'renewed') log.warn({ certificate: name, until: notAfter }, 'a key of the authority came to its end and was followed by a new one');
        else log.warn({ certificate: name, until: notAfter }, 'the root certificate ends: make a new one known to those who validate');
      }
    },
    sweep: async () => {
      await endIdleSessions(db, config.sessionIdleMinutes);
      await sweepExpired(db);
      await hashOldCodesSlowly(db);
      await deleteEventsBefore(db, new Date(Date.now() - eventRetentionMs));
    },
  };
}

/** Deletes expired codes, tickets, tokens and counters. */
export async function sweepExpired(db: Db): Promise<void> {
  await deleteExpiredRecords(db);
  await deleteEndedSessions(db);
  await deleteEndedTokens(db);
  await deleteOldAuthEvents(db);
  await deleteOldCodes(db);
  await deleteExpiredPasses(db);
  await deleteExpiredTickets(db);
  await deleteEndedChanges(db);
  await deleteEndedPending(db);
  await deleteExpiredApplicationTokens(db);
  await deleteExpiredCaptureTickets(db);
  await deleteExpiredIdentityTickets(db);
  await deleteExpiredChallenges(db);
  await deleteExpiredUpstreamRequests(db);
  await deleteOldAttempts(db);
  await deleteSpentChallenges(db);
  await deleteOldCaptchaPasses(db);
  await deleteEndedCounters(db);
  await deleteOldMessages(db);
  await deleteOldConversionUse(db);
}

/**
 * Every five minutes: fold the changes of list counters, send automatic reminders. Hourly: delete expired data, resume billing, resume signings
 * that wait for a time stamp, restart deletions and transfers that stopped, join bodies of many parts. Nightly: remove orphaned bodies, check the counters of storage
 * and lists, delete old notifications, check the authority's keys.
 */
export const schedule = [
  '17 * * * * sweep',
  '47 * * * * sweep_uploads',
  '27 * * * * join_parts',
  '37 * * * * resume_billing',
  '57 * * * * resume_signings',
  '7 * * * * restart_removals',
  '7 3 * * * remove_orphans',
  '37 3 * * * check_storage',
  '52 3 * * * check_lists',
  '22 3 * * * delete_notifications',
  '*/5 * * * * fold_lists',
  '*/5 * * * * send_reminders',
  '27 4 * * * look_at_keys',
].join('\n');
