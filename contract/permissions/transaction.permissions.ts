/**
 * Who may do what with a transaction: one table, used by the server to decide and by the
 * web application to show only what will be allowed.
 */
import { sameContact } from '#contract/entities/common.ts';
import type { CcEntry, Recipient } from '#contract/entities/recipient.ts';
import { activeRecipient, isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const transactionActors = ['owner', 'active', 'waiting', 'done', 'cc', 'viewer', 'stranger'] as const;
export type TransactionActor = (typeof transactionActors)[number];

export const transactionActs = [
  'read', 'update', 'delete', 'start', 'cancel', 'remind', 'reassign', 'decline', 'sign', 'prepare', 'readInsights', 'share',
  'readSharing', 'changeOwner', 'stopSharing', 'generateAudit', 'copy', 'approveIdentity',
] as const;
export type TransactionAct = (typeof transactionActs)[number];

export interface TransactionView {
  ownerId: string;
  /** The viewer acts as owner in the organization it was made in. */
  administered?: boolean;
  status: TransactionStatus;
  recipients: readonly Pick<Recipient, 'email' | 'phone' | 'completed' | 'removed' | 'invitedAt'>[];
  cc: readonly Pick<CcEntry, 'email' | 'phone'>[];
  sharedWith: readonly string[];
  /** Recipients and carbon copies who have put it away. */
  departed?: readonly string[];
  /** The owner has deleted it; those who signed or got a copy keep theirs. */
  ownerLeft?: boolean;
  options: { allowSignerReassignment: boolean };
}

/** The one who asks. E-mail and phone must be verified ones. */
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

/** Acts that are not named are not allowed. */
const table: Record<TransactionActor, Partial<Record<TransactionAct, Rule>>> = {
  owner: {
    read: always, update: editable, delete: always, start: editable, prepare: editable, cancel: running,
    remind: running, reassign: running, readInsights: always, share: always,
    readSharing: always, changeOwner: always, stopSharing: always, generateAudit: always, copy: always, approveIdentity: running,
  },
  active: { read: always, decline: running, sign: running, reassign: reassignable, readInsights: always },
  done: { read: always, readInsights: always },
  waiting: {},
  cc: { read: ({ status }) => status === 'completed', readInsights: ({ status }) => status === 'completed' },
  /** Whoever it is shared with may look, and may go. */
  viewer: { read: always, readInsights: always, readSharing: always, stopSharing: always },
  stranger: {},
};

/** What a person is to a transaction; the owner may be a recipient as well, so there can be several. */
export function transactionActorsOf(transaction: TransactionView, viewer: Viewer): TransactionActor[] {
  const actors: TransactionActor[] = [];
  if (!transaction.ownerLeft && (transaction.ownerId === viewer.id || transaction.administered)) actors.push('owner');
  const active = activeRecipient(transaction.recipients);
  const departed = transaction.departed?.includes(viewer.id) ?? false;
  for (const each of transaction.recipients) {
    if (departed || each.removed || !sameContact(each, viewer)) continue;
    if (each.completed) actors.push('done');
    else if (!each.invitedAt) actors.push('waiting');
    else actors.push(each === active ? 'active' : 'waiting');
  }
  if (!departed && transaction.cc.some((each) => sameContact(each, viewer))) actors.push('cc');
  if (transaction.sharedWith.includes(viewer.id)) actors.push('viewer');
  return actors.length > 0 ? actors : ['stranger'];
}

export const actorMay = (actor: TransactionActor, act: TransactionAct, transaction: TransactionView): boolean =>
  (table[actor][act] ?? never)(transaction);

export const may = (transaction: TransactionView, viewer: Viewer, act: TransactionAct): boolean =>
  transactionActorsOf(transaction, viewer).some((actor) => actorMay(actor, act, transaction));
