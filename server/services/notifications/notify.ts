/** Adds to people's notifications, in the database transaction of what they are told of. */
import { bitOf } from '#contract/entities/notifications.ts';
import { ruleOfMessage, type NotificationCode } from '#contract/entities/notification-messages.ts';
import type { NotificationSource } from '#contract/entities/notification.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { insertNotifications } from '#server/repositories/notifications.repository.ts';
import { pushAttempts, pushTask } from './push-queue.ts';

interface NewNotification {
  code: NotificationCode;
  source: { kind: NotificationSource; id: string };
  /** Who did it; they know. */
  actorId: string | null;
  /** Those whom it concerns. Who has switched off this kind gets none. */
  userIds: readonly (string | null)[];
  /** Whom the message names: an account, or a recipient of the request. */
  person?: { userId: string | null } | { recipientId: string };
}

export async function notify(tx: Tx, { code, source, actorId, userIds, person = { userId: null } }: NewNotification): Promise<void> {
  const readers = [...new Set(userIds)].filter((id) => id !== null).filter((id) => id !== actorId);
  if (readers.length === 0) return;
  const { kind } = ruleOfMessage(code);
  const wanted = await insertNotifications(tx, readers, kind === null ? null : bitOf(kind), {
    code, source_kind: source.kind, source_id: source.id,
    person_id: 'userId' in person ? person.userId : null, recipient_id: 'recipientId' in person ? person.recipientId : null,
  });
  for (const each of wanted) await addJob(tx, pushTask, each, { maxAttempts: pushAttempts });
}
