/** Permissions on transactions. One table: the server enforces it, and the web application shows only what is permitted. */
import { sameContact } from '#contract/entities/common.ts';
import type { CcEntry, Recipient } from '#contract/entities/recipient.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const transactionActors = ['owner', 'active', 'locked', 'waiting', 'done', 'cc', 'viewer', 'public', 'stranger'] as const;
export type TransactionActor = (typeof transactionActors)[number];

export const transactionActions = [
  'read', 'update', 'delete', 'start', 'cancel', 'remind', 'reschedule', 'reassign', 'decline', 'sign', 'prepare', 'readInsights', 'share',
  'readSharing', 'changeOwner', 'stopSharing', 'generateAudit', 'copy', 'duplicate', 'correct', 'approveIdentity', 'unlock', 'setAccessCode',
] as const;
export type TransactionAction = (typeof transactionActions)[number];

export interface TransactionView {
  ownerId: string;
  /** Whether the viewer administers the organization of the transaction. */
  administered?: boolean;
  status: TransactionStatus;
  recipients: readonly (Pick<Recipient, 'email' | 'phone' | 'completed' | 'removed' | 'invitedAt'> & Partial<Pick<Recipient, 'signingOrder'>> & { locked?: boolean })[];
  cc: readonly Pick<CcEntry, 'email' | 'phone'>[];
  sharedWith: readonly string[];
  /** Whether everybody who knows the address may read it, once it was sent and as long as its owner keeps it. */
  public?: boolean;
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
const sent: Rule = ({ status }) => !isEditable(status);
const running: Rule = ({ status }) => isRunning(status);
const correctable: Rule = ({ status }) => !isEditable(status) && status !== 'completed';
const reassignable: Rule = ({ status, options }) => isRunning(status) && options.allowSignerReassignment;

/** Actions that are not listed are denied. */
const table: Record<TransactionActor, Partial<Record<TransactionAction, Rule>>> = {
  owner: {
    read: always, update: editable, delete: always, start: editable, prepare: editable, cancel: running,
    remind: running, reschedule: running, reassign: running, readInsights: always, share: always,
    readSharing: always, changeOwner: always, stopSharing: always, generateAudit: always, copy: always, duplicate: always,
    correct: correctable, approveIdentity: running, setAccessCode: sent,
  },
  active: { read: always, decline: running, sign: running, reassign: reassignable, readInsights: always, unlock: always },
  /** A recipient who has not entered their access code in this session: nothing is shown to them. */
  locked: { unlock: always },
  done: { read: always, readInsights: always, unlock: always },
  waiting: {},
  cc: { read: ({ status }) => status === 'completed', readInsights: ({ status }) => status === 'completed' },
  /** People it is shared with may read it, make one like it, and remove themselves. */
  viewer: { read: always, duplicate: always, readInsights: always, readSharing: always, stopSharing: always },
  public: { read: sent },
  stranger: {},
};

/** Returns all roles of a person: the owner may also be a recipient. */
export function transactionActorsOf(transaction: TransactionView, viewer: Viewer): TransactionActor[] {
  const actors: TransactionActor[] = [];
  if (!transaction.ownerLeft && (transaction.ownerId === viewer.id || transaction.administered)) actors.push('owner');
  const active = activeRecipients(transaction.recipients);
  const dismissed = transaction.dismissedBy?.includes(viewer.id) ?? false;
  for (const each of transaction.recipients) {
    if (dismissed || each.removed || !sameContact(each, viewer)) continue;
    if (each.locked && (each.completed || each.invitedAt)) actors.push('locked');
    else if (each.completed) actors.push('done');
    else if (!each.invitedAt) actors.push('waiting');
    else actors.push(active.includes(each) ? 'active' : 'waiting');
  }
  if (!dismissed && transaction.cc.some((each) => sameContact(each, viewer))) actors.push('cc');
  if (transaction.sharedWith.includes(viewer.id)) actors.push('viewer');
  if (transaction.public && !transaction.ownerLeft) actors.push('public');
  // Whoever is also named otherwise, as a member of a copied team for example, enters the code all the same.
  const counted = actors.includes('locked') ? actors.filter((each) => each !== 'viewer' && each !== 'cc') : actors;
  return counted.length > 0 ? counted : ['stranger'];
}

export const actorMay = (actor: TransactionActor, action: TransactionAction, transaction: TransactionView): boolean =>
  (table[actor][action] ?? never)(transaction);

/** Whether the viewer may read the transaction for no other reason than that it is public. */
export const readsOnlyAsPublic = (transaction: TransactionView, viewer: Viewer): boolean =>
  transactionActorsOf(transaction, viewer).filter((actor) => actorMay(actor, 'read', transaction)).every((actor) => actor === 'public');

export const may = (transaction: TransactionView, viewer: Viewer, action: TransactionAction): boolean =>
  transactionActorsOf(transaction, viewer).some((actor) => actorMay(actor, action, transaction));
