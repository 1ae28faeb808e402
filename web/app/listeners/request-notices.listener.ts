import i18next from 'i18next';
import { notificationKindOf, wantsNotification } from '#contract/entities/notifications.ts';
import type { EventType, LiveEvent } from '#contract/events.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { participationOf } from '#contract/entities/recipient.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import type { RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectVisited } from '#web/entities/ui-state/ui.slice.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';
import { router } from '../router.tsx';

interface Occurrence {
  event: LiveEvent;
  transaction: Transaction;
  userId: string;
}

/** The text of a notice; null if the person needs none. */
type NoticeText = (occurrence: Occurrence) => string | null;

const isOwner = ({ transaction, userId }: Occurrence): boolean => transaction.ownerId === userId;
const actorOf = ({ event, transaction }: Occurrence) => transaction.recipients.find(({ id }) => id === event.data['recipientId']);

const incoming: NoticeText = ({ transaction, userId }) => {
  const own = transaction.recipients.find((each) => each.userId === userId && !each.completed);
  if (!own || transaction.ownerId === userId) return null;
  return i18next.t(`notices.incoming.${participationOf(own)}`, { ns: 'sending', senderName: personName(transaction.owner), title: transaction.name });
};

/** To the sender, while others are still to sign. A bulk has a list of its own for that. */
const signed: NoticeText = (occurrence) => {
  const { transaction, event, userId } = occurrence;
  const signer = actorOf(occurrence);
  if (!signer || !isOwner(occurrence) || event.actorId === userId || transaction.bulkId !== null || transaction.status !== 'pending') return null;
  return i18next.t('notices.signed', { ns: 'sending', recipientName: personName(signer), title: transaction.name });
};

const declined: NoticeText = (occurrence) => {
  const recipient = actorOf(occurrence);
  return recipient ? i18next.t('notices.declined', { ns: 'sending', recipientName: personName(recipient), title: occurrence.transaction.name }) : null;
};

const canceled: NoticeText = ({ transaction }) => i18next.t('notices.canceled', { ns: 'sending', senderName: personName(transaction.owner), title: transaction.name });

const completed: NoticeText = ({ transaction, event, userId }) =>
  event.actorId === userId || (transaction.bulkId !== null && transaction.ownerId === userId) ? null : i18next.t('notices.completed', { ns: 'sending', title: transaction.name });

/** To those who may approve what somebody sends, and to the sender about what became of it. */
const ofApproval: NoticeText = ({ event, transaction, userId }) => {
  const news = event.data['sendApproval'];
  if (event.actorId === userId) return null;
  const { sendApproval } = transaction;
  if (news === 'requested') return sendApproval?.approvers.some(({ id }) => id === userId) ? i18next.t('notices.approval.requested', { ns: 'sending', senderName: personName(sendApproval.requestedBy), title: transaction.name }) : null;
  if (transaction.ownerId !== userId || (news !== 'given' && news !== 'returned')) return null;
  return i18next.t(`notices.approval.${news}`, { ns: 'sending', title: transaction.name });
};

/** `kind`: the notification that a person may have switched off. */
const notices: Partial<Record<EventType, { kind: string | null; text: NoticeText; isOf?: (event: LiveEvent) => boolean }>> = {
  incoming_transaction: { kind: null, text: incoming },
  transaction_signed_by_recipient: { kind: 'signed', text: signed },
  transaction_declined_by_recipient: { kind: 'declined', text: declined },
  transaction_canceled: { kind: 'canceled', text: canceled },
  transaction_completed: { kind: 'completed', text: completed },
  transaction_updated: { kind: null, text: ofApproval, isOf: ({ data }) => data['sendApproval'] !== undefined },
};

const isWanted = (kind: string | null, { profile }: RootState): boolean => {
  const known = kind && notificationKindOf(kind);
  return !known || !profile.value || wantsNotification(profile.value.notificationSettings, known);
};

/** The page of a request shows by itself what happens to it. */
const isShown = (id: string, state: RootState): boolean => selectVisited(state).at(-1)?.includes(id) ?? false;

/** Tells people what others did to a request, wherever in the app they are. */
export const startRequestNotices = (): void => {
  startListening({
    actionCreator: liveEventReceived,
    effect: async ({ payload: event }, { dispatch, getState }) => {
      const { userId } = getState().session;
      const notice = notices[event.type];
      if (!notice || userId === null || notice.isOf?.(event) === false || !isWanted(notice.kind, getState()) || isShown(event.resourceId, getState())) return;
      const answer = await dispatch(fetchTransaction({ id: event.resourceId, inBackground: true }));
      // Whoever may not read it yet, for instance without its access code, is told nothing of it.
      if (!fetchTransaction.fulfilled.match(answer)) return;
      await addFurtherTexts();
      const text = notice.text({ event, transaction: answer.payload, userId });
      if (text === null || isShown(event.resourceId, getState())) return;
      notify(text, {
        // What happens next to a request replaces the notice before.
        id: `notices/${event.resourceId}`,
        action: { text: i18next.t('notices.open', { ns: 'sending' }), run: () => void router.navigate(fillPath(routes.transaction, { id: event.resourceId })) },
      });
    },
  });
};
