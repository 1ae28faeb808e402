/** Permissions on transactions. One table: the server enforces it, and the web application shows only what is permitted. */
import { sameContact } from '#contract/entities/common.ts';
import type { CcEntry, Recipient } from '#contract/entities/recipient.ts';
import { activeRecipient, isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const transactionActors = ['owner', 'active', 'waiting', 'done', 'cc', 'viewer', 'stranger'] as const;
export type TransactionActor = (typeof transactionActors)[number];

export const transactionActions = [
  'read', 'update', 'delete', 'start', 'cancel', 'remind', 'reassign', 'decline', 'sign', 'prepare', 'readInsights', 'share',
  'readSharing', 'changeOwner', 'stopSharing', 'generateAudit', 'copy', 'approveIdentity',
] as const;
export type TransactionAction = (typeof transactionActions)[number];

export interface TransactionView {
  ownerId: string;
  /** Whether the viewer administers the organization of the transaction. */
  administered?: boolean;
  status: TransactionStatus;
  recipients: readonly Pick<Recipient, 'email' | 'phone' | 'completed' | 'removed' | 'invitedAt'>[];
  cc: readonly Pick<CcEntry, 'email' | 'phone'>[];
  sharedWith: readonly string[];
  /** Recipients and copy recipients who have dismissed the transaction. */
  dismissedBy?: readonly string[];
  /** Whether the owner deleted it. Those who signed or got a copy keep it. */
  ownerLeft?: boolean;
  options: { allowSignerReassignment: boolean };
}

/** The viewer. `email` and `phone` must be verified. */
export interface Viewer {
  id: string;
  email: string | null;
  phone: string | null;
}

type Rule = (transaction: TransactionView) => boolean;
const always: Rule = () => true;
const never: Rule = () => false;
const editable: Rule = ({ status }) => isEditable(status);
const running: Rule = ({ status }) => isRunning(status);
const reassignable: Rule = ({ status, options }) => isRunning(status) && options.allowSignerReassignment;

/** Actions that are not listed are denied. */
const table: Record<TransactionActor, Partial<Record<TransactionAction, Rule>>> = {
  owner: {
    read: always, update: editable, delete: always, start: editable, prepare: editable, cancel: running,
    remind: running, reassign: running, readInsights: always, share: always,
    readSharing: always, changeOwner: always, stopSharing: always, generateAudit: always, copy: always, approveIdentity: running,
  },
  active: { read: always, decline: running, sign: running, reassign: reassignable, readInsights: always },
  done: { read: always, readInsights: always },
  waiting: {},
  cc: { read: ({ status }) => status === 'completed', readInsights: ({ status }) => status === 'completed' },
  /** People it is shared with may read it and remove themselves. */
  viewer: { read: always, readInsights: always, readSharing: always, stopSharing: always },
  stranger: {},
};

/** Returns all roles of a person: the owner may also be a recipient. */
export function transactionActorsOf(transaction: TransactionView, viewer: Viewer): TransactionActor[] {
  const actors: TransactionActor[] = [];
  if (!transaction.ownerLeft && (transaction.ownerId === viewer.id || transaction.administered)) actors.push('owner');
  const active = activeRecipient(transaction.recipients);
  const dismissed = transaction.dismissedBy?.includes(viewer.id) ?? false;
  for (const each of transaction.recipients) {
    if (dismissed || each.removed || !sameContact(each, viewer)) continue;
    if (each.completed) actors.push('done');
    else if (!each.invitedAt) actors.push('waiting');
    else actors.push(each === active ? 'active' : 'waiting');
  }
  if (!dismissed && transaction.cc.some((each) => sameContact(each, viewer))) actors.push('cc');
  if (transaction.sharedWith.includes(viewer.id)) actors.push('viewer');
  return actors.length > 0 ? actors : ['stranger'];
}

export const actorMay = (actor: TransactionActor, action: TransactionAction, transaction: TransactionView): boolean =>
  (table[actor][action] ?? never)(transaction);

export const may = (transaction: TransactionView, viewer: Viewer, action: TransactionAction): boolean =>
  transactionActorsOf(transaction, viewer).some((actor) => actorMay(actor, action, transaction));
