import { signsHere } from '#contract/entities/in-person.ts';
import type { ListSort, TransactionFilter } from '#contract/entities/list-query.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { activeRecipient, filterStatuses, isEditable, isRunning } from '#contract/entities/transaction.ts';
import type { TransactionAction as PermittedAction } from '#contract/permissions/transaction.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { joinName } from '#contract/person-names.ts';
import type { Meaning } from '#web/ui/StatusText.tsx';
import type { ListQuery } from './list-query.ts';
import { holds, sortList } from './list-query.ts';

export type Viewer = Pick<Profile, 'id' | 'email' | 'phone'>;

const passes = (transaction: Transaction, filter: TransactionFilter, viewerId: string): boolean => {
  if (filter === 'all') return true;
  if (filter === 'sharedWithMe') return transaction.ownerId !== viewerId;
  return (filterStatuses[filter] as readonly TransactionStatus[]).includes(transaction.status);
};

const textsOf = ({ name, recipients, owner }: Transaction) => [
  name,
  ...[...recipients, { ...owner, phone: null }].flatMap((each) => [
    joinName(each.firstName, each.lastName),
    each.email,
    each.phone,
  ]),
];

/** Returns the rows for a query: filtered, searched in titles and people, sorted. */
export const listedTransactions = (
  all: readonly Transaction[],
  query: ListQuery<TransactionFilter, ListSort>,
  viewerId: string,
  language: string,
): Transaction[] => {
  const found = all.filter((each) => passes(each, query.filter, viewerId) && holds(textsOf(each), query.search));
  return sortList(found, query, ({ name }) => name, language);
};

export const meaningOf: Record<TransactionStatus, Meaning> = {
  created: 'secondary',
  draft: 'secondary',
  opened: 'attention',
  pending: 'attention',
  completed: 'success',
  declined: 'negative',
  expired: 'negative',
  canceled: 'negative',
};

export type NextAction = 'continue' | 'sign' | 'remind' | 'download' | 'open';

export interface Turn {
  /** The current recipient; null if there is none. */
  recipient: Recipient | null;
  isMine: boolean;
  done: number;
  total: number;
}

/** Returns whose turn it is, and the progress. */
export const turnOf = (transaction: Transaction, viewer: Viewer): Turn => {
  const { status, recipients } = transaction;
  const asked = recipients.filter((each) => !each.removed);
  const recipient = isRunning(status) ? activeRecipient(asked) : null;
  return {
    recipient,
    isMine: recipient !== null && signsHere(transaction, viewer) !== null,
    done: asked.filter((each) => each.completed).length,
    total: asked.length,
  };
};

/** Returns the viewer's most likely next action, shown as the button of the row. */
export const nextAction = (transaction: Transaction, viewer: Viewer): NextAction => {
  if (isEditable(transaction.status) && transaction.ownerId === viewer.id) return 'continue';
  if (turnOf(transaction, viewer).isMine) return 'sign';
  if (transaction.status === 'completed') return 'download';
  if (may(transaction, viewer, 'remind')) return 'remind';
  return 'open';
};

export const transactionActions = ['open', 'remind', 'share', 'download', 'cancel', 'delete'] as const;
export type TransactionAction = (typeof transactionActions)[number];

const allowed: Record<TransactionAction, (transaction: Transaction, can: (act: PermittedAction) => boolean) => boolean> = {
  open: () => true,
  share: (_, can) => can('readSharing'),
  remind: (transaction, can) => can('remind') && isRunning(transaction.status),
  download: ({ fileIds, status }) => fileIds.length > 0 && !isEditable(status),
  cancel: (_, can) => can('cancel'),
  delete: (_, can) => can('delete'),
};

/** Menu actions that the viewer is permitted. */
export const actsFor = (transaction: Transaction, viewer: Viewer): TransactionAction[] =>
  transactionActions.filter((act) => allowed[act](transaction, (wanted) => may(transaction, viewer, wanted)));

/** Returns the path of a row: the result if completed, else the transaction. */
export const pathOf = (transaction: Transaction): string =>
  transaction.status === 'completed' ? `/transaction/${transaction.id}/completed` : `/transaction/${transaction.id}`;
