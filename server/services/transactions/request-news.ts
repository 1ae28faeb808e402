/** What people find in their notifications about a request. */
import type { NotificationCode } from '#contract/entities/notification-messages.ts';
import type { Participation } from '#contract/entities/recipient.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { notify } from '#server/services/notifications/notify.ts';
import type { TransactionState } from './transaction-state.ts';

interface News {
  userIds: readonly (string | null)[];
  /** Whom the message names. */
  person?: 'sender' | 'actor' | Pick<RecipientRow, 'id'>;
}

/** Not to the owner of a bulk, which has a list of its own, nor to an owner who has left the request to the parties. */
export function notifyOfRequest(tx: Tx, { row }: Pick<TransactionState, 'row'>, caller: Pick<Caller, 'userId'> | null, code: NotificationCode, { userIds, person }: News): Promise<void> {
  const actorId = caller?.userId ?? null;
  const skipsOwner = row.bulk_id !== null || row.owner_left_at !== null;
  return notify(tx, {
    code, source: { kind: 'transaction', id: row.id }, actorId, userIds: skipsOwner ? userIds.filter((id) => id !== row.owner_id) : userIds,
    person: typeof person === 'object' ? { recipientId: person.id } : { userId: person === 'sender' ? row.owner_id : person === 'actor' ? actorId : null },
  });
}

export const requestCodes = { signer: 'signature_requested', approver: 'approval_requested', viewer: 'viewing_requested' } as const satisfies Record<Participation, NotificationCode>;
export const completionCodes = { signer: 'signed', approver: 'approved', viewer: 'viewed' } as const satisfies Record<Participation, NotificationCode>;
