import { signsHere } from '#contract/entities/in-person.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { participationOf, progressOf, type Participation, type Progress, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import type { TransactionAction as PermittedAction } from '#contract/permissions/transaction.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { remindedOf } from '#web/entities/transactions/remindable-from.ts';
import type { Meaning } from '#web/ui/StatusText.tsx';

export type Viewer = Pick<Profile, 'id' | 'email' | 'phone'>;

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

export type NextAction = 'continue' | 'sign' | 'approve' | 'view' | 'remind' | 'download' | 'open';

export interface Turn extends Progress {
  /** The recipients whose turn it is. */
  active: readonly Recipient[];
  /** What the viewer is asked for now; null if it is not their turn. */
  mine: Participation | null;
}

/** Returns whose turn it is, and the progress. */
export const turnOf = (transaction: Transaction, viewer: Viewer): Turn => {
  const { status, recipients } = transaction;
  const current = recipients.filter((each) => !each.removed);
  const active = isRunning(status) ? activeRecipients(current) : [];
  const here = active.length > 0 ? signsHere(transaction, viewer) : null;
  return { active, mine: here && participationOf(here), ...progressOf(current) };
};

/** Whether somebody whose turn it is can be reminded. */
const hasReminded = (transaction: Transaction, viewer: Viewer): boolean => remindedOf(turnOf(transaction, viewer).active).length > 0;

/** What somebody does whose turn it is. */
const actOf = { signer: 'sign', approver: 'approve', viewer: 'view' } as const satisfies Record<Participation, NextAction>;

/** Returns the viewer's most likely next action, shown as the button of the row. */
export const nextAction = (transaction: Transaction, viewer: Viewer): NextAction => {
  if (may(transaction, viewer, 'update') && transaction.ownerId === viewer.id) return 'continue';
  const { mine } = turnOf(transaction, viewer);
  if (mine) return actOf[mine];
  if (transaction.status === 'completed' && !transaction.endToEndEncrypted) return 'download';
  if (may(transaction, viewer, 'remind') && hasReminded(transaction, viewer)) return 'remind';
  return 'open';
};

export const transactionActions = ['open', 'remind', 'rename', 'correct', 'duplicate', 'share', 'download', 'label', 'archive', 'unarchive', 'cancel', 'delete'] as const;
export type TransactionAction = (typeof transactionActions)[number];

const allowed: Record<TransactionAction, (transaction: Transaction, can: (action: PermittedAction) => boolean, viewer: Viewer) => boolean> = {
  open: () => true,
  rename: (_, can) => can('update'),
  correct: (_, can) => can('correct'),
  duplicate: (_, can) => can('duplicate'),
  share: (_, can) => can('readSharing'),
  remind: (transaction, can, viewer) => can('remind') && hasReminded(transaction, viewer),
  download: ({ fileIds, status }) => fileIds.length > 0 && !isEditable(status),
  label: () => true,
  archive: ({ archived }) => !archived,
  unarchive: ({ archived }) => archived === true,
  cancel: (_, can) => can('cancel'),
  delete: (_, can) => can('delete'),
};

/** Menu actions that the viewer is permitted. */
export const actionsFor = (transaction: Transaction, viewer: Viewer): TransactionAction[] =>
  transactionActions.filter((action) => allowed[action](transaction, (wanted) => may(transaction, viewer, wanted), viewer));

/** Returns the path of a row: the result if completed, else the transaction. */
export const pathOf = (transaction: Transaction): string =>
  transaction.status === 'completed' && !transaction.endToEndEncrypted ? `/transaction/${transaction.id}/completed` : `/transaction/${transaction.id}`;
