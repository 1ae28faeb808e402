/** Permissions on transactions. One table: the server enforces it, and the web application shows only what is permitted. */
import { sameContact } from '#contract/entities/common.ts';
import { participationOf, type CcEntry, type Participation, type Recipient } from '#contract/entities/recipient.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import type { SendApproval } from '#contract/entities/send-approval.ts';
import { isEditable, isRunning, type TransactionStatus } from '#contract/entities/transaction.ts';

export const transactionActors = ['owner', 'active', 'activeApprover', 'activeViewer', 'locked', 'waiting', 'done', 'cc', 'sendApprover', 'viewer', 'public', 'stranger'] as const;
export type TransactionActor = (typeof transactionActors)[number];

export const transactionActions = [
  'read', 'update', 'delete', 'start', 'cancel', 'remind', 'reschedule', 'reassign', 'decline', 'sign', 'approve', 'view', 'prepare', 'readInsights', 'share',
  'readSharing', 'changeOwner', 'stopSharing', 'generateAudit', 'copy', 'duplicate', 'correct', 'approveIdentity', 'unlock', 'setAccessCode',
  'approveSending', 'returnSending', 'withdrawSending', 'sendEncrypted', 'signEncrypted',
] as const;
export type TransactionAction = (typeof transactionActions)[number];

export interface TransactionView {
  ownerId: string;
  /** Whether the viewer administers the organization of the transaction. */
  administered?: boolean;
  status: TransactionStatus;
  recipients: readonly (Pick<Recipient, 'email' | 'phone' | 'completed' | 'removed' | 'invitedAt'> & Partial<Pick<Recipient, 'signingOrder' | 'participation'>> & { locked?: boolean })[];
  cc: readonly Pick<CcEntry, 'email' | 'phone'>[];
  sharedWith: readonly string[];
  /** Whether everybody who knows the address may read it, once it was sent and as long as its owner keeps it. */
  public?: boolean;
  /** Recipients and copy recipients who have dismissed the transaction. */
  dismissedBy?: readonly string[];
  /** While it waits for approval before it is sent, nothing of it can be changed. */
  sendApproval?: { status: SendApproval['status']; approvers: readonly { id: string }[] } | null;
  /** Whether the owner deleted it. Those who signed or got a copy keep it. */
  ownerLeft?: boolean;
  options: { allowSignerReassignment: boolean };
  /** Whether the server can't read it. */
  endToEndEncrypted?: boolean;
}

/** Whether it waits for approval before it is sent. */
export const isHeld = ({ sendApproval }: Pick<TransactionView, 'sendApproval'>): boolean => sendApproval?.status === 'waiting';

/** The viewer. `email` and `phone` must be verified. */
export interface Viewer {
  id: string;
  email: string | null;
  phone: string | null;
}

type Rule = (transaction: TransactionView) => boolean;
const always: Rule = () => true;
const never: Rule = () => false;
const held: Rule = (transaction) => isHeld(transaction);
const free: Rule = (transaction) => !isHeld(transaction);
const editable: Rule = (transaction) => isEditable(transaction.status) && !isHeld(transaction);
const sent: Rule = ({ status }) => !isEditable(status);
const running: Rule = ({ status }) => isRunning(status);
const correctable: Rule = ({ status }) => !isEditable(status) && status !== 'completed';
const reassignable: Rule = ({ status, options }) => isRunning(status) && options.allowSignerReassignment;

/** What a recipient may whose turn it is, whatever they are asked for. */
const inTurn = { read: always, reassign: reassignable, readInsights: always, unlock: always } as const;

/** Actions that are not listed are denied. */
const table: Record<TransactionActor, Partial<Record<TransactionAction, Rule>>> = {
  owner: {
    read: always, update: editable, delete: always, start: editable, prepare: editable, cancel: running,
    remind: running, reschedule: running, reassign: running, readInsights: always, share: always,
    readSharing: always, changeOwner: free, stopSharing: always, generateAudit: always, copy: always, duplicate: always,
    correct: correctable, approveIdentity: running, setAccessCode: sent, withdrawSending: held, sendEncrypted: editable,
  },
  active: { ...inTurn, decline: running, sign: running, signEncrypted: running },
  /** Recipients whose turn it is and who don't sign. To approve, one has to view. */
  activeApprover: { ...inTurn, decline: running, view: running, approve: running },
  activeViewer: { ...inTurn, view: running },
  /** A recipient who has not entered their access code in this session: nothing is shown to them. */
  locked: { unlock: always },
  done: { read: always, readInsights: always, unlock: always },
  waiting: {},
  cc: { read: ({ status }) => status === 'completed', readInsights: ({ status }) => status === 'completed' },
  /** Who approves what others send reads it as long as it waits for that. */
  sendApprover: { read: held, readInsights: held, approveSending: held, returnSending: held },
  /** People it is shared with may read it, make one like it, and remove themselves. */
  viewer: { read: always, duplicate: always, readInsights: always, readSharing: always, stopSharing: always },
  public: { read: sent },
  stranger: {},
};

const inTurnAs: Record<Participation, TransactionActor> = { signer: 'active', approver: 'activeApprover', viewer: 'activeViewer' };

/** Whether it is the person's turn, whatever they are asked for. */
export const isActive = (actor: TransactionActor): boolean => Object.values(inTurnAs).includes(actor);

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
    else actors.push(active.includes(each) ? inTurnAs[participationOf(each)] : 'waiting');
  }
  if (!dismissed && transaction.cc.some((each) => sameContact(each, viewer))) actors.push('cc');
  if (isHeld(transaction) && transaction.sendApproval?.approvers.some(({ id }) => id === viewer.id)) actors.push('sendApprover');
  if (transaction.sharedWith.includes(viewer.id)) actors.push('viewer');
  if (transaction.public && !transaction.ownerLeft) actors.push('public');
  // Whoever is also named otherwise, as a member of a copied team for example, enters the code all the same.
  const counted = actors.includes('locked') ? actors.filter((each) => each !== 'viewer' && each !== 'cc') : actors;
  return counted.length > 0 ? counted : ['stranger'];
}

/** What can be done without reading the documents. All else is denied if they are encrypted, to everybody. */
const blind: readonly TransactionAction[] = ['read', 'delete', 'cancel', 'reschedule', 'decline', 'readInsights', 'sendEncrypted', 'signEncrypted'];
const onlyEncrypted: readonly TransactionAction[] = ['sendEncrypted', 'signEncrypted'];

const suits = (action: TransactionAction, { endToEndEncrypted = false }: TransactionView): boolean =>
  (endToEndEncrypted ? blind.includes(action) : !onlyEncrypted.includes(action));

export const actorMay = (actor: TransactionActor, action: TransactionAction, transaction: TransactionView): boolean =>
  suits(action, transaction) && (table[actor][action] ?? never)(transaction);

/** Whether the viewer may read the transaction for no other reason than that it is public. */
export const readsOnlyAsPublic = (transaction: TransactionView, viewer: Viewer): boolean =>
  transactionActorsOf(transaction, viewer).filter((actor) => actorMay(actor, 'read', transaction)).every((actor) => actor === 'public');

export const may = (transaction: TransactionView, viewer: Viewer, action: TransactionAction): boolean =>
  transactionActorsOf(transaction, viewer).some((actor) => actorMay(actor, action, transaction));
