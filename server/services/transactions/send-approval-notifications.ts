/** Mails and live events about approval before sending, written in the transaction of the change. */
import { fillPath, routes } from '#contract/routes.ts';
import { joinName } from '#contract/person-names.ts';
import type { MailData } from '#server/adapters/mail/mail-templates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { SendApprovalPerson, SendApprovalRow } from '#server/repositories/send-approvals.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { sendNotice } from '#server/services/notifications/send-notice.ts';
import { notifyOfRequest } from './request-news.ts';
import { audienceOf, publishTransactionEvent, type NotifyConfig } from './transaction-notifications.ts';
import { displayName, type TransactionState } from './transaction-state.ts';

type Addressee = Pick<SendApprovalPerson, 'email' | 'phone' | 'first_name' | 'last_name' | 'locale'>;

const addressOf = ({ email, phone, first_name: first, last_name: last }: Addressee) => {
  const name = joinName(first, last) || null;
  if (email !== null) return { email, name };
  return phone === null ? null : { email: null, phone, name };
};

/** What has become of a request, as its events say. */
type News = 'requested' | 'given' | 'returned' | 'withdrawn' | 'voided';

const publish = (tx: Tx, state: TransactionState, caller: Caller | null, news: News, alsoTo: readonly string[]): Promise<void> =>
  publishTransactionEvent(tx, state, caller, 'transaction_updated', { userIds: [...new Set([...audienceOf(state), ...alsoTo])], data: { sendApproval: news } });

const linkTo = ({ row }: TransactionState, { appUrl }: NotifyConfig): string => new URL(fillPath(routes.transaction, { id: row.id }), appUrl).href;
const nameOf = ({ firstName, lastName, email, phone }: Pick<Caller, 'firstName' | 'lastName' | 'email' | 'phone'>): string => displayName({ first_name: firstName, last_name: lastName, email, phone });

/** Asks those who may approve. */
export async function announceRequest(tx: Tx, config: NotifyConfig, state: TransactionState, sender: Caller, approvers: readonly SendApprovalPerson[]): Promise<void> {
  await publish(tx, state, sender, 'requested', approvers.map(({ id }) => id));
  await notifyOfRequest(tx, state, sender, 'send_approval_requested', { userIds: approvers.map(({ id }) => id), person: 'actor' });
  for (const each of approvers) {
    const to = addressOf(each);
    if (to === null) continue;
    await sendNotice(tx, {
      template: 'send_approval_requested', to, locale: each.locale, locales: config.locales,
      data: { title: state.row.name, senderName: nameOf(sender), organizationName: each.org_name, link: linkTo(state, config) },
    });
  }
}

interface Decision {
  approver: Caller | null;
  request: SendApprovalRow;
  /** All who could have approved it. */
  approverIds: readonly string[];
  template: 'send_approval_given' | 'send_approval_returned' | 'send_approval_voided';
  reason?: string;
}

const newsOf = { send_approval_given: 'given', send_approval_returned: 'returned', send_approval_voided: 'voided' } as const satisfies Record<Decision['template'], News>;

/** Informs whoever asked, and all those who were asked. */
export async function announceDecision(tx: Tx, config: NotifyConfig, state: TransactionState, { approver, request, approverIds, template, reason }: Decision): Promise<void> {
  await publish(tx, state, approver, newsOf[template], [request.requested_by, ...approverIds]);
  await notifyOfRequest(tx, state, approver, template, { userIds: [request.requested_by], person: 'actor' });
  const user = await findUserById(tx, request.requested_by);
  const to = user && addressOf(user);
  if (!to) return;
  const data = { title: state.row.name, approverName: approver ? nameOf(approver) : '', ...(reason !== undefined && { reason }), link: linkTo(state, config) };
  await sendNotice(tx, { template, to, account: user, locale: user.locale, locales: config.locales, data: data as MailData[typeof template] });
}

export const announceWithdrawal = (tx: Tx, state: TransactionState, caller: Caller, approverIds: readonly string[]): Promise<void> => publish(tx, state, caller, 'withdrawn', approverIds);
