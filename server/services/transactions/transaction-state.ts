/** A transaction with its related rows, and its representation in the API. */
import { sameContact } from '#contract/entities/common.ts';
import type { OptionsInput, Transaction, TransactionOptions, TransactionUpdate } from '#contract/entities/transaction.ts';
import { deriveType, isRunning, transactionMessage, transactionOptions } from '#contract/entities/transaction.ts';
import { recipient as recipientShape, recipientInput, type Recipient, type RecipientDraft } from '#contract/entities/recipient.ts';
import type { Featured } from '#contract/permissions/plan.permissions.ts';
import { may, type TransactionAction, type TransactionView } from '#contract/permissions/transaction.permissions.ts';
import { joinName } from '#contract/person-names.ts';
import { anyOf } from '#server/platform/database/any-of.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findCarbonCopies, findDismissals, findRecipients, type CarbonCopyRow, type RecipientRow } from '#server/repositories/people.repository.ts';
import { findIdentityChecks, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import { findSignings, findWaitingSignings, type SigningRow, type WaitingSigning } from '#server/repositories/signings.repository.ts';
import { findTransactionRow, lockTransactionRow, type TransactionRow } from '#server/repositories/transactions.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { ccOf } from './carbon-copies.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import type { QuotaSpace } from '#server/services/billing/entitlements.ts';
import { administers, effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import { presentUntil } from '#server/services/signing/presence.ts';

export interface TransactionState {
  row: TransactionRow;
  owner: User;
  recipients: RecipientRow[];
  carbonCopies: CarbonCopyRow[];
  fileIds: string[];
  signings: SigningRow[];
  /** Signatures that wait for a time stamp. */
  waitingSignings: WaitingSigning[];
  /** The identity checks that count, at most one per recipient. */
  identityChecks: IdentityCheckWithEvidence[];
  /** Accounts of recipients and copy recipients who have dismissed the transaction. */
  dismissedBy: string[];
  /** Accounts that just received a copy as team members, upon completion. */
  copied?: string[];
}

const groupBy = <T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

/** Loads the related rows. Keeps the order of `rows` and uses a fixed number of queries. */
export async function completeStates(db: Db | Tx, rows: readonly TransactionRow[]): Promise<TransactionState[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [recipients, carbonCopies, signings, waiting, identityChecks, dismissals, files, owners] = await Promise.all([
    findRecipients(db, ids),
    findCarbonCopies(db, ids),
    findSignings(db, ids),
    findWaitingSignings(db, ids),
    findIdentityChecks(db, ids),
    findDismissals(db, ids),
    db.selectFrom('transaction_files').selectAll().where('transaction_id', '=', anyOf(ids)).orderBy('position').execute(),
    db.selectFrom('users').selectAll().where('id', '=', anyOf(rows.map((row) => row.owner_id))).execute(),
  ]);
  const of = <T extends { transaction_id: string }>(list: T[]) => groupBy(list, (row) => row.transaction_id);
  const [recipientsOf, copiesOf, signingsOf, waitingOf, filesOf, dismissalsOf] = [of(recipients), of(carbonCopies), of(signings), of(waiting), of(files), of(dismissals)];
  const ownersById = new Map(owners.map((user) => [user.id, user]));
  return rows.flatMap((row) => {
    const owner = ownersById.get(row.owner_id);
    if (!owner) return [];
    return [{
      row,
      owner,
      recipients: recipientsOf.get(row.id) ?? [],
      carbonCopies: copiesOf.get(row.id) ?? [],
      fileIds: (filesOf.get(row.id) ?? []).map((file) => file.file_id),
      signings: signingsOf.get(row.id) ?? [],
      waitingSignings: waitingOf.get(row.id) ?? [],
      identityChecks: identityChecks.filter((each) => each.transaction_id === row.id),
      dismissedBy: (dismissalsOf.get(row.id) ?? []).map((each) => each.user_id),
    }];
  });
}

async function stateOf(db: Db | Tx, row: TransactionRow | undefined): Promise<TransactionState> {
  const [state] = row ? await completeStates(db, [row]) : [];
  if (!state) throw new AppError('not_found');
  return state;
}

/** Returns the transaction, or throws if the caller may not perform `act`. */
export async function loadTransaction(db: Db | Tx, id: string, caller: Caller, act: TransactionAction): Promise<TransactionState> {
  return permitted(db, await stateOf(db, await findTransactionRow(db, id)), caller, act);
}

/** Like `loadTransaction`, but locks the row until the database transaction ends. */
export async function lockTransaction(tx: Tx, id: string, caller: Caller, act: TransactionAction): Promise<TransactionState> {
  return permitted(tx, await stateOf(tx, await lockTransactionRow(tx, id)), caller, act);
}

/** For jobs: checks no permission. Returns null if the transaction does not exist. */
export async function lockTransactionForJob(tx: Tx, id: string): Promise<TransactionState | null> {
  const row = await lockTransactionRow(tx, id);
  return row ? stateOf(tx, row) : null;
}

async function permitted(db: Db | Tx, state: TransactionState, caller: Caller, act: TransactionAction): Promise<TransactionState> {
  const administered = await administers(db, state.row.org_id, caller);
  if (!may(viewOf(state, caller, administered), viewerOf(caller), act)) throw refusalIn(caller, state.row.org_id);
  return state;
}

/** Whether the caller owns the transaction or administers its organization. */
export const ownsOrAdministers = async (db: Db | Tx, { row }: TransactionState, caller: Caller): Promise<boolean> =>
  row.owner_left_at === null && (effectiveAccess(row, caller).ownerId === caller.userId || administers(db, row.org_id, caller));

/** The permission data for a caller. In an organization closed to them, only their role as a recipient counts. */
export function viewOf(state: TransactionState, caller: Pick<Caller, 'closedOrgIds'>, administered = false): TransactionView {
  return {
    ...effectiveAccess(state.row, caller),
    administered,
    status: isOver(state) ? 'expired' : state.row.status,
    recipients: state.recipients.map((each) => toRecipient(each, state)),
    cc: state.carbonCopies,
    dismissedBy: state.dismissedBy,
    ownerLeft: state.row.owner_left_at !== null,
    options: transactionOptions.parse(state.row.options),
  };
}

/**
 * Whether the transaction has passed its expiry, even if the job has not run yet. False while a signature submitted in time waits
 * for its time stamp.
 */
export const isOver = ({ row, waitingSignings }: TransactionState): boolean => waitingSignings.length === 0 && isRunning(row.status) && row.expires_at !== null && row.expires_at <= new Date();

/** The space whose plan applies: the sender's, where the transaction was created. */
export const spaceOfState = ({ row }: TransactionState): QuotaSpace => ({ userId: row.owner_id, orgId: row.org_id });

/** Applies a change of options; an unset audit option keeps its value. */
export const changedOptions = (before: unknown, { includeFileAudit, ...changes }: OptionsInput): TransactionOptions => ({
  ...changes, includeFileAudit: includeFileAudit ?? transactionOptions.parse(before).includeFileAudit,
});

/** The features the transaction uses, including pending changes. */
export const featuredOf = (state: TransactionState, changes: { options?: TransactionOptions | undefined; recipients?: TransactionUpdate['recipients'] } = {}): Pick<Featured, 'options' | 'recipients'> => ({
  options: changes.options ?? transactionOptions.parse(state.row.options), recipients: changes.recipients ?? state.recipients.map(draftOf),
});

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export function toRecipient(row: RecipientRow, state: TransactionState): Recipient {
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
    inPerson: row.in_person,
    identityRequirements: row.identity_requirements,
    identityRequireManualApproval: row.identity_require_manual_approval,
    owner: row.user_id === state.row.owner_id || sameContact({ email: row.email }, { email: state.owner.email }),
    completed: row.completed_at !== null,
    userId: row.user_id,
    invitedAt: iso(row.invited_at),
    viewedAt: iso(row.viewed_at),
    remindedAt: iso(row.reminded_at),
    delivery: row.delivery,
    completedAt: iso(row.completed_at),
    presentUntil: iso(presentUntil(row)),
    identityApplicationId: check?.application_id ?? null,
    identityValidationStatus: check?.status ?? null,
    identityValidationId: check?.id ?? null,
    signedFileIds: state.signings.filter((each) => each.recipient_id === row.id).map((each) => each.file_id),
    waitingFileIds: state.waitingSignings.filter((each) => each.recipient_id === row.id).map((each) => each.file_id),
  });
}

/** The recipient as the sender entered them, for writing again. */
export const draftOf = (row: RecipientRow): RecipientDraft => recipientInput.parse({
  email: row.email, phone: row.phone, firstName: row.first_name, lastName: row.last_name, locale: row.locale, role: row.role, type: row.type,
  inPerson: row.in_person, identityRequirements: row.identity_requirements, identityRequireManualApproval: row.identity_require_manual_approval,
});

export function toTransaction(state: TransactionState): Transaction {
  const { row, owner } = state;
  const options = transactionOptions.parse(row.options);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    type: deriveType(owner, state.recipients, options.allowBulkUsage),
    ownerId: row.owner_id,
    owner: { id: owner.id, email: owner.email, firstName: owner.first_name, lastName: owner.last_name },
    recipients: state.recipients.map((each) => toRecipient(each, state)),
    cc: state.carbonCopies.map(ccOf),
    fileIds: state.fileIds,
    message: transactionMessage.parse(row.message),
    options,
    public: false,
    sharedWith: row.shared_with,
    attributes: { auditStatus: row.audit_status, auditFileId: row.audit_file_id, relatedToTemplates: row.template_id === null ? [] : [row.template_id], relatedToTransactions: [], signaturesCache: signaturesOf(state) },
    requireRecipientValidation: requirementsOf(state),
    validations: validationsOf(state),
    orgId: row.org_id,
    bulkId: row.bulk_id,
    rejectionReason: row.rejection_reason,
    version: row.version,
    expiresAt: iso(row.expires_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

function requirementsOf({ recipients }: TransactionState): Transaction['requireRecipientValidation'] {
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

/** "Anna Berger", or else the e-mail address or phone number. */
export function displayName(person: { first_name: string | null; last_name: string | null; email: string | null; phone?: string | null }): string {
  return joinName(person.first_name, person.last_name) || person.email || person.phone || '';
}
