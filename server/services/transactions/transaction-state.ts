/** A transaction with its related rows, and its representation in the API. */
import type { AttachedFile } from '#contract/entities/attachment.ts';
import { sameContact } from '#contract/entities/common.ts';
import { errors } from '#contract/errors.ts';
import type { OptionsInput, Transaction, TransactionMessage, TransactionOptions, TransactionUpdate } from '#contract/entities/transaction.ts';
import { deriveType, isRunning, transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import { recipient as recipientShape, recipientInput, type Recipient, type RecipientDraft } from '#contract/entities/recipient.ts';
import type { Featured } from '#contract/permissions/plan.permissions.ts';
import { actorMay, isHeld, may, readsOnlyAsPublic, transactionActorsOf, type TransactionAction, type TransactionView } from '#contract/permissions/transaction.permissions.ts';
import { joinName } from '#contract/person-names.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findCarbonCopies, findDismissals, findRecipients, type CarbonCopyRow, type RecipientRow } from '#server/repositories/people.repository.ts';
import { findAttachments, type AttachmentRow } from '#server/repositories/attachments.repository.ts';
import { findIdentityChecks, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import { findSignings, findWaitingSignings, type SigningRow, type WaitingSigning } from '#server/repositories/signings.repository.ts';
import { findTransactionsWithRecipients, lockTransactionRow, lockTransactionRows, type TransactionRow } from '#server/repositories/transactions.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { ccOf } from './carbon-copies.ts';
import type { OrgRestrictions } from '#server/identity/second-factor-enforcement.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { QuotaSpace } from '#server/services/billing/entitlements.ts';
import { administers, effectiveAccess, isClosedTo, refusalIn } from '#server/services/organizations/organization-access.ts';
import { isCodeLocked, needsAccessCode, type SessionOf } from '#server/services/signing/access-codes.ts';
import { loadSendApprovals, toSendApproval, type SendApprovalState } from './send-approval-state.ts';
import { presentUntil } from '#server/services/signing/presence.ts';

/** The columns of a transaction, except those that a state has parsed. */
export type TransactionColumns = Readonly<Omit<TransactionRow, 'options' | 'message'>>;

/** Parsed once, when it is loaded. Only `transaction-changes.ts` changes it. */
export interface TransactionState {
  readonly row: TransactionColumns;
  readonly options: Readonly<TransactionOptions>;
  readonly message: Readonly<TransactionMessage>;
  readonly owner: User;
  readonly recipients: readonly RecipientRow[];
  readonly carbonCopies: readonly CarbonCopyRow[];
  readonly fileIds: readonly string[];
  readonly signings: readonly SigningRow[];
  /** Signatures that wait for a time stamp. */
  readonly waitingSignings: readonly WaitingSigning[];
  /** The identity checks that count, at most one per recipient. */
  readonly identityChecks: readonly IdentityCheckWithEvidence[];
  /** What signers have attached. */
  readonly attachments: readonly AttachmentRow[];
  /** Of a draft: that it waits for approval before it is sent, or was returned. */
  readonly sendApproval: SendApprovalState | null;
  /** Accounts of recipients and copy recipients who have dismissed the transaction. */
  readonly dismissedBy: readonly string[];
}

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

/** Loads transactions without locking them, deleted ones too, in no order. */
export async function findStates(db: Db | Tx, ids: readonly string[]): Promise<TransactionState[]> {
  const found = await findTransactionsWithRecipients(db, ids);
  return completeStates(db, found.map(({ row }) => row), found.flatMap(({ recipients: each }) => each));
}

/** Loads a transaction that is not deleted, without locking it. */
export async function findState(db: Db | Tx, id: string): Promise<TransactionState | undefined> {
  return (await findStates(db, [id])).find(({ row }) => row.deleted_at === null);
}

/**
 * Loads the related rows. Keeps the order of `rows` and uses a fixed number of queries, one more where files are asked for, and for drafts of organizations. `known`:
 * the recipients, for rows that aren't locked.
 */
async function completeStates(db: Db | Tx, rows: readonly TransactionRow[], known?: readonly RecipientRow[]): Promise<TransactionState[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const recipients = known ?? (await findRecipients(db, ids));
  const withRequests = recipients.filter((each) => each.attachments.length > 0).map((each) => each.transaction_id);
  const [carbonCopies, signings, waiting, identityChecks, attachments, dismissals, files, owners, approvals] = await Promise.all([
    findCarbonCopies(db, ids),
    findSignings(db, ids),
    findWaitingSignings(db, ids),
    findIdentityChecks(db, ids),
    withRequests.length === 0 ? [] : findAttachments(db, withRequests),
    findDismissals(db, ids),
    db.selectFrom('transaction_files').selectAll().where('transaction_id', '=', anyOf(ids)).orderBy('position').execute(),
    db.selectFrom('users').selectAll().where('id', '=', anyOf(rows.map((row) => row.owner_id))).execute(),
    loadSendApprovals(db, rows),
  ]);
  const of = <T extends { transaction_id: string }>(list: readonly T[]) => groupBy(list, (row) => row.transaction_id);
  const [recipientsOf, copiesOf, signingsOf, waitingOf, filesOf, dismissalsOf] = [of(recipients), of(carbonCopies), of(signings), of(waiting), of(files), of(dismissals)];
  const ownersById = new Map(owners.map((user) => [user.id, user]));
  return rows.flatMap(({ options, message, ...row }) => {
    const owner = ownersById.get(row.owner_id);
    if (!owner) return [];
    return [{
      row,
      options: transactionOptions.parse(options),
      message: transactionMessage.parse(message),
      owner,
      recipients: recipientsOf.get(row.id) ?? [],
      carbonCopies: copiesOf.get(row.id) ?? [],
      fileIds: (filesOf.get(row.id) ?? []).map((file) => file.file_id),
      signings: signingsOf.get(row.id) ?? [],
      waitingSignings: waitingOf.get(row.id) ?? [],
      identityChecks: identityChecks.filter((each) => each.transaction_id === row.id),
      attachments: attachments.filter((each) => each.transaction_id === row.id),
      sendApproval: approvals.get(row.id) ?? null,
      dismissedBy: (dismissalsOf.get(row.id) ?? []).map((each) => each.user_id),
    }];
  });
}

/** Loads the state of a row that is locked already. */
async function stateOf(tx: Tx, row: TransactionRow | undefined): Promise<TransactionState> {
  const [state] = row ? await completeStates(tx, [row]) : [];
  if (!state) throw new AppError('not_found');
  return state;
}

/** Returns the transaction, or throws if the caller may not perform `action`. */
export async function loadTransaction(db: Db | Tx, id: string, caller: Caller, action: TransactionAction): Promise<TransactionState> {
  const state = await findState(db, id);
  if (!state) throw new AppError('not_found');
  return permitted(db, state, caller, action);
}

/** Like `loadTransaction`, but locks the row until the database transaction ends. */
export async function lockTransaction(tx: Tx, id: string, caller: Caller, action: TransactionAction): Promise<TransactionState> {
  return permitted(tx, await stateOf(tx, await lockTransactionRow(tx, id)), caller, action);
}

/** For jobs: checks no permission. Returns null if the transaction does not exist. */
export async function lockTransactionForJob(tx: Tx, id: string): Promise<TransactionState | null> {
  const row = await lockTransactionRow(tx, id);
  return row ? stateOf(tx, row) : null;
}

/** The same for several transactions; those that don't exist are left out. */
export async function lockTransactionsForJob(tx: Tx, ids: readonly string[]): Promise<TransactionState[]> {
  return completeStates(tx, await lockTransactionRows(tx, ids));
}

async function permitted(db: Db | Tx, state: TransactionState, caller: Caller, action: TransactionAction): Promise<TransactionState> {
  await assertMay(db, state, caller, action);
  return state;
}

/** Throws if the caller may not perform `action`. */
export async function assertMay(db: Db | Tx, state: TransactionState, caller: Caller, action: TransactionAction): Promise<void> {
  const administered = await administers(db, state.row.org_id, caller);
  const view = viewOf(state, caller, administered);
  if (may(view, viewerOf(caller), action)) return;
  // What could be done if it did not wait for approval.
  if (isHeld(view) && may({ ...view, sendApproval: null }, viewerOf(caller), action)) throw new AppError('send_approval_waiting');
  if (state.row.end_to_end_encrypted && may({ ...view, endToEndEncrypted: false }, viewerOf(caller), action)) throw new AppError('end_to_end_encrypted');
  throw transactionActorsOf(view, viewerOf(caller)).includes('locked') ? new AppError('access_code_required') : refusalIn(caller, state.row.org_id);
}

/** Whether the caller owns the transaction or administers its organization. */
export const ownsOrAdministers = async (db: Db | Tx, state: TransactionState, caller: Caller): Promise<boolean> =>
  isSender(state, caller, false) || isSender(state, caller, await administers(db, state.row.org_id, caller));

const isSender = ({ row }: TransactionState, caller: Caller, administered: boolean): boolean =>
  row.owner_left_at === null && (administered || effectiveAccess(row, caller).ownerId === caller.userId);

/** The permission data for a caller. In an organization closed to them, only their role as a recipient counts. */
export function viewOf(state: TransactionState, caller: OrgRestrictions & SessionOf & Pick<Caller, 'identityCheckId'>, administered = false): TransactionView {
  return {
    ...effectiveAccess(state.row, caller),
    administered,
    status: isOver(state) ? 'expired' : state.row.status,
    recipients: state.recipients.map((each) => ({ ...toRecipient(each, state), locked: needsAccessCode(each, caller) && !hasTicketFor(each, state, caller) })),
    cc: state.carbonCopies,
    dismissedBy: state.dismissedBy,
    sendApproval: state.sendApproval && { status: state.sendApproval.row.status, approvers: isClosedTo(caller, state.row.org_id) ? [] : state.sendApproval.approvers },
    ownerLeft: state.row.owner_left_at !== null,
    public: state.row.public,
    options: state.options,
    endToEndEncrypted: state.row.end_to_end_encrypted,
  };
}

/** Whether a phone takes pictures for the recipient, who has entered the code on the device that gave the ticket. */
const hasTicketFor = ({ id }: RecipientRow, { identityChecks }: TransactionState, { identityCheckId }: Pick<Caller, 'identityCheckId'>): boolean =>
  identityCheckId !== undefined && identityChecks.some((each) => each.id === identityCheckId && each.recipient_id === id);

/**
 * Whether the transaction has passed its expiry, even if the job has not run yet. False while a signature submitted in time waits
 * for its time stamp.
 */
export const isOver = ({ row, waitingSignings }: TransactionState): boolean => waitingSignings.length === 0 && isRunning(row.status) && row.expires_at !== null && row.expires_at <= new Date();

/** The space whose plan applies: the sender's, where the transaction was created. */
export const spaceOfState = ({ row }: TransactionState): QuotaSpace => ({ userId: row.owner_id, orgId: row.org_id });

/** Applies a change of options; an unset audit option keeps its value. */
export const changedOptions = (before: TransactionOptions, { includeFileAudit, ...changes }: OptionsInput): TransactionOptions => ({
  ...changes, includeFileAudit: includeFileAudit ?? before.includeFileAudit,
});

/** The features the transaction uses, including pending changes. */
export const featuredOf = (state: TransactionState, changes: { options?: TransactionOptions | undefined; recipients?: TransactionUpdate['recipients']; message?: TransactionMessage | undefined } = {}): Pick<Featured, 'options' | 'recipients' | 'reminds'> => ({
  options: changes.options ?? state.options, recipients: changes.recipients ?? state.recipients.map(draftOf), reminds: (changes.message ?? state.message).reminders !== null,
});

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

/** Who gets a transaction. `isSender`: owns it, administers its organization, or approves that it is sent. */
interface TransactionReader {
  userId: string;
  isSender: boolean;
}

/** Private to the sender and this recipient: other recipients do not see it. */
const isBetween = (recipient: RecipientRow, reader: TransactionReader | undefined): boolean =>
  reader !== undefined && (reader.isSender || reader.userId === recipient.user_id);

/** `reader`: who gets it; without, nothing is in it that is between the sender and one recipient. */
export function toRecipient(row: RecipientRow, state: TransactionState, reader?: TransactionReader): Recipient {
  const isTheirs = isBetween(row, reader);
  const check = state.identityChecks.find((each) => each.recipient_id === row.id);
  return recipientShape.parse({
    id: row.id,
    email: row.email,
    phone: row.phone,
    firstName: row.first_name,
    lastName: row.last_name,
    locale: row.locale,
    role: row.role,
    type: row.type,
    participation: row.participation,
    inPerson: row.in_person,
    signingOrder: row.signing_order,
    identityRequirements: row.identity_requirements,
    identityRequireManualApproval: row.identity_require_manual_approval,
    privateMessage: isTheirs ? row.private_message : '',
    owner: row.user_id === state.row.owner_id || sameContact({ email: row.email }, { email: state.owner.email }),
    completed: row.completed_at !== null,
    userId: row.user_id,
    invitedAt: iso(row.invited_at),
    viewedAt: iso(row.viewed_at),
    remindedAt: iso(row.reminded_at),
    nextReminderAt: isTheirs && isRunning(state.row.status) && row.completed_at === null ? iso(row.next_reminder_at) : null,
    delivery: row.delivery,
    completedAt: iso(row.completed_at),
    declinedAt: iso(row.declined_at),
    presentUntil: iso(presentUntil(row)),
    requireAccessCode: isTheirs && row.access_code_required,
    accessCodePhone: reader?.isSender ? row.access_code_phone : null,
    // What somebody is asked for says something about them.
    attachments: isTheirs ? row.attachments : [],
    attachedFiles: isTheirs ? state.attachments.filter((each) => each.recipient_id === row.id).map(attachedFileOf) : [],
    accessCodeLocked: isTheirs && isCodeLocked(row),
    identityApplicationId: check?.application_id ?? null,
    identityValidationStatus: check?.status ?? null,
    identityValidationId: check?.id ?? null,
    viewedFileIds: row.viewed_file_ids,
    signedFileIds: state.signings.filter((each) => each.recipient_id === row.id).map((each) => each.file_id),
    waitingFileIds: state.waitingSignings.filter((each) => each.recipient_id === row.id).map((each) => each.file_id),
  });
}

const attachedFileOf = ({ request_id: requestId, name, mime, size, hash, created_at: at }: AttachmentRow): AttachedFile => ({ requestId, name, mime, size: Number(size), hash, createdAt: at.toISOString() });

/** The recipient as the sender entered them, for writing again. */
export const draftOf = (row: RecipientRow): RecipientDraft => recipientInput.parse({
  email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name, locale: row.locale, role: row.role, type: row.type, participation: row.participation,
  inPerson: row.in_person, signingOrder: row.signing_order, identityRequirements: row.identity_requirements, identityRequireManualApproval: row.identity_require_manual_approval,
  privateMessage: row.private_message, requireAccessCode: row.access_code_required, accessCodePhone: row.access_code_phone, attachments: row.attachments,
});

/** The transaction as the caller gets it. */
export const showTo = async (db: Db | Tx, state: TransactionState, caller: Caller): Promise<Transaction> =>
  toTransaction(state, { userId: caller.userId, isSender: approvesSending(state, caller) || (await ownsOrAdministers(db, state, caller)) });

/** Whoever decides on what is sent sees all of it. */
const approvesSending = ({ row, sendApproval }: TransactionState, caller: Caller): boolean =>
  !isClosedTo(caller, row.org_id) && (sendApproval?.approvers.some(({ id }) => id === caller.userId) ?? false);

/** `reader`: as in `toRecipient`. */
export function toTransaction(state: TransactionState, reader?: TransactionReader): Transaction {
  const { row, owner, options, message } = state;
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    type: deriveType(owner, state.recipients, options.allowBulkUsage),
    ownerId: row.owner_id,
    owner: { id: owner.id, email: owner.email, firstName: owner.first_name, lastName: owner.last_name },
    recipients: state.recipients.map((each) => toRecipient(each, state, reader)),
    cc: state.carbonCopies.map(ccOf),
    fileIds: [...state.fileIds],
    message,
    options,
    endToEndEncrypted: row.end_to_end_encrypted,
    public: row.public,
    sharedWith: row.shared_with,
    attributes: { auditStatus: row.audit_status, auditFileId: row.audit_file_id, relatedToTemplates: row.template_id === null ? [] : [row.template_id], relatedToTransactions: row.corrects_id === null ? [] : [row.corrects_id], signaturesCache: signaturesOf(state) },
    requireRecipientValidation: requirementsOf(state),
    validations: validationsOf(state),
    orgId: row.org_id,
    bulkId: row.bulk_id,
    rejectionReason: row.rejection_reason,
    error: row.error_code === null ? null : { status: errors[row.error_code].status, code: row.error_code },
    job: jobOf(state),
    locks: row.locks,
    sendApproval: state.sendApproval && reader?.isSender ? toSendApproval(state.sendApproval) : null,
    version: row.version,
    expiresAt: iso(row.expires_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A signature that waits for its time stamp comes before the audit trail. */
function jobOf({ row, waitingSignings }: TransactionState): Transaction['job'] {
  if (waitingSignings.length > 0) return { status: 'pending', type: 'timestamp' };
  return row.audit_status === null ? null : { status: row.audit_status, type: 'generate_audit' };
}

/** Whether the caller has to enter an access code before they may read the transaction. */
function isLockedFor(state: TransactionState, caller: Caller, administered: boolean): boolean {
  if (!state.recipients.some((each) => needsAccessCode(each, caller))) return false;
  const view = viewOf(state, caller, administered);
  const actors = transactionActorsOf(view, viewerOf(caller));
  return actors.includes('locked') && !actors.some((actor) => actorMay(actor, 'read', view));
}

/** Transactions in a list. Before the access code was entered, nothing is shown of one but its title, sender and state. */
export async function listTo(db: Db, states: readonly TransactionState[], caller: Caller): Promise<Transaction[]> {
  const administered = new Map<string | null, boolean>();
  for (const orgId of new Set(states.map(({ row }) => row.org_id))) administered.set(orgId, await administers(db, orgId, caller));
  return states.map((state) => toListed(state, caller, administered.get(state.row.org_id) ?? false));
}

function toListed(state: TransactionState, caller: Caller, administered: boolean): Transaction {
  if (isLockedFor(state, caller, administered)) return { ...toPublicTransaction(state), public: state.row.public, fileIds: [], recipients: ownEntries(state, caller) };
  if (state.row.public && readsAsPublic(state, caller, administered)) return toPublicTransaction(state);
  return toTransaction(state, { userId: caller.userId, isSender: approvesSending(state, caller) || isSender(state, caller, administered) });
}

/** The entries of the caller, by which lists tell whose turn it is. */
const ownEntries = (state: TransactionState, caller: Caller): Recipient[] =>
  state.recipients.filter((each) => sameContact(each, viewerOf(caller))).map((each) => ({
    ...publicRecipient(toRecipient(each, state)), email: each.email, phone: each.phone, firstName: each.first_name, userId: each.user_id, requireAccessCode: each.access_code_required,
  }));

/** Whether the caller reads the transaction only because it is public. */
export const readsAsPublic = (state: TransactionState, caller: Caller, administered: boolean): boolean =>
  readsOnlyAsPublic(viewOf(state, caller, administered), viewerOf(caller));

/** What everybody may see of a public transaction: its documents, its state, and who signs by name. Whatever is not named here is hidden. */
export function toPublicTransaction(state: TransactionState): Transaction {
  const { id, name, status, type, ownerId, owner, recipients, fileIds, message, version, expiresAt, createdAt, updatedAt } = toTransaction(state);
  return {
    id, name, status, type, ownerId, fileIds, version, expiresAt, createdAt, updatedAt,
    owner: { ...owner, email: null },
    recipients: recipients.map(publicRecipient),
    cc: [],
    message: { ...message, title: '', body: '' },
    options: transactionOptions.parse({}),
    endToEndEncrypted: false,
    public: true,
    sharedWith: [],
    attributes: { auditStatus: null, auditFileId: null, relatedToTemplates: [], relatedToTransactions: [], signaturesCache: [] },
    requireRecipientValidation: requirementsOf({ recipients: [] }),
    validations: [],
    error: null,
    job: null,
    orgId: null,
    bulkId: null,
    locks: null,
    sendApproval: null,
    rejectionReason: null,
  };
}

/** A recipient without a name is shown by role. */
const publicRecipient = ({ id, firstName, lastName, role, type, participation, signingOrder, completed, removed, invitedAt, completedAt, declinedAt, signedFileIds }: Recipient): Recipient =>
  recipientShape.parse({ id, firstName: firstName ?? (lastName === null ? role : null), lastName, role, type, participation, signingOrder, completed, removed, invitedAt, completedAt, declinedAt, signedFileIds });

function requirementsOf({ recipients }: Pick<TransactionState, 'recipients'>): Transaction['requireRecipientValidation'] {
  const required = new Set(recipients.flatMap((each) => each.identity_requirements));
  return { id_card: required.has('id_card'), passport: required.has('passport'), selfie: required.has('selfie'), requireThirdPartyVerification: required.has('third_party') };
}

const validationsOf = ({ recipients, identityChecks }: TransactionState): Transaction['validations'] =>
  recipients.filter((each) => each.identity_requirements.length > 0).map((each) => {
    const check = identityChecks.find((known) => known.recipient_id === each.id);
    return {
      recipient: each.id, evidence: (check?.evidence ?? []).map(({ kind }) => kind), requireManualValidation: each.identity_require_manual_approval,
      status: check?.status ?? null,
    };
  });

const signaturesOf = (state: TransactionState): Transaction['attributes']['signaturesCache'] =>
  state.signings.map((each) => ({
    id: each.id, fileId: each.file_id, userId: each.user_id, transactionId: each.transaction_id, recipientId: each.recipient_id,
  }));

/** A recipient as the history names them. */
export const personOf = (row: RecipientRow) => ({ id: row.user_id, email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name });

/** "Anna Berger", or else the e-mail address or phone number. */
export function displayName(person: { first_name: string | null; last_name: string | null; email: string | null; phone?: string | null }): string {
  return joinName(person.first_name, person.last_name) || person.email || person.phone || '';
}
