/** Creates transactions from templates and from the library, and templates from transactions. */
import type { TemplateUse, Template, TransactionDetails } from '#contract/entities/template.ts';
import { lockedChanges, type DraftLocks } from '#contract/entities/template-lock.ts';
import { fitsLibrary } from '#contract/entities/template.ts';
import { recipientInput, signerRole, type CcEntry, type RecipientDraft } from '#contract/entities/recipient.ts';
import type { Field } from '#contract/entities/field.ts';
import type { OptionsInput, Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import type { FileWithFields } from '#server/repositories/files.repository.ts';
import { findTemplate } from '#server/repositories/templates.repository.ts';
import { findTransactionRow } from '#server/repositories/transactions.repository.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { copyFiles } from '#server/services/files/copy-files.ts';
import { filesInOrder } from '#server/services/files/original-files.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { StorageQuota } from '#server/services/storage/storage-quota.ts';
import { copyCcEntries, ccOf } from '#server/services/transactions/carbon-copies.ts';
import { assertMayCreate, organizationOfCall } from '#server/services/organizations/organization-access.ts';
import { holdOriginal, readOriginal, withOriginal, type Original } from '#server/services/transactions/original.ts';
import { writeTransaction, type Origin } from '#server/services/transactions/transaction-parts.ts';
import { draftOf, loadTransaction, lockTransaction, showTo } from '#server/services/transactions/transaction-state.ts';
import { refuseLocked } from '#server/services/transactions/draft-locks.ts';
import { assignFields, assignRoles, fieldsForLibrary, fieldsOfRoles, rolesOf } from './roles.ts';
import { assertWhole, loadTemplate, locksFor, optionsOfTemplate, toTemplate, type TemplateState } from './template-state.ts';
import { assertMayCreateTemplates, writeTemplate } from './templates.service.ts';

interface UsingDependencies {
  db: Db;
  storage: Storage;
  reader: DocumentReader;
  entitlements: Entitlements;
  quota: Pick<StorageQuota, 'assertWithin'>;
}

export type InstantiationService = ReturnType<typeof createInstantiationService>;

export function createInstantiationService({ db, storage, reader, entitlements, quota }: UsingDependencies) {
  async function use(caller: Caller, id: string, { templateRolesData, transactionDetails }: TemplateUse): Promise<Transaction> {
    const state = await loadTemplate(db, id, caller, 'use');
    const { recipients, organization, ...details } = transactionDetails;
    return start(await actingIn(caller, organization), state, details, () => {
      const assigned = assignRoles(state.row.recipients, templateRolesData, recipients);
      return { assigned, hasRoles: true, fieldsOf: (file) => assignFields(file.fields, state.row.recipients, assigned) };
    });
  }

  /** The caller as a member of the organization named in the body, if any. */
  async function actingIn(caller: Caller, orgId: string | null): Promise<Caller> {
    if (orgId === null || orgId === caller.organization?.id) return caller;
    if (caller.organization) throw new AppError('request_validation_error', [{ path: 'body/transactionDetails/organization', message: 'The call names another organization' }]);
    return { ...caller, organization: await organizationOfCall(db, caller, orgId) };
  }

  async function useLibrary(caller: Caller, id: string, details: TransactionDetails): Promise<Transaction> {
    const state = await loadTemplate(db, id, caller, 'useLibrary');
    const { email, phone } = viewerOf(caller);
    return start(caller, state, details, () => {
      if (!fitsLibrary(state.row.recipients, state.owner)) throw new AppError('invalid_library_resource');
      if (!email && !phone) throw new AppError('fields_empty');
      const assigned = [recipientInput.parse({ email, phone, firstName: caller.firstName, lastName: caller.lastName, role: signerRole })];
      return { assigned, hasRoles: false, fieldsOf: (file) => fieldsForLibrary(file.fields, state.row.recipients, { email, phone }) };
    });
  }

  /** Creates a draft, or returns the one that an earlier call with the same id created. */
  async function start(caller: Caller, state: TemplateState, details: TransactionDetails, plan: () => Plan): Promise<Transaction> {
    assertMayCreate(caller, 'createTransactions');
    assertMayCreate(caller, 'createFiles');
    const id = details.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      const known = await findTransactionRow(tx, id);
      if (known && (known.owner_id !== caller.userId || known.template_id !== state.row.id)) throw new AppError('conflict');
      if (known) return;
      await assertWhole(tx, state.row.id);
      await entitlements.assertLeft(tx, quotaSpaceOf(caller), 'transactions');
      const planned = plan();
      const locks = await locksFor(tx, state, caller);
      if (locks) assertDetailsUnlocked(state, locks, details, planned, caller);
      const space = quotaSpaceOf(caller);
      const options = await entitlements.optionsFor(tx, space, optionsOf(state, details));
      const reminds = (details.message ?? state.message).reminders !== null;
      const granted_features = await entitlements.grantedFeatures(tx, space, { options, recipients: planned.assigned, reminds });
      await makeTransaction(tx, caller, { id, state, details: { ...details, options }, plan: planned, origin: { template_id: state.row.id, status: 'draft', granted_features, locks: locks && JSON.stringify(locks) } });
      await quota.assertWithin(tx, holderOf(space));
    });
    return showTo(db, await loadTransaction(db, id, caller, 'read'), caller);
  }

  async function fromTransaction(caller: Caller, id: string, wish: { id?: string | undefined; name?: string | undefined }): Promise<Template> {
    await loadTransaction(db, id, caller, 'copy');
    assertMayCreateTemplates(caller);
    const known = wish.id ? await findTemplate(db, wish.id) : undefined;
    if (known && known.owner_id !== caller.userId) throw new AppError('conflict');
    const templateId = known?.id ?? wish.id ?? newId();
    if (!known) {
      await withOriginal(async () => readOriginal({ db, storage, reader }, await loadTransaction(db, id, caller, 'copy')), (original) => db.transaction().execute(async (tx) => {
        await lockCreation(tx, templateId);
        if ((await findTemplate(tx, templateId))?.owner_id === caller.userId) return;
        await entitlements.consume(tx, quotaSpaceOf(caller), 'templates');
        await makeTemplate(tx, caller, { id: templateId, original: await holdOriginal(tx, await lockTransaction(tx, id, caller, 'copy'), original), name: wish.name });
        await quota.assertWithin(tx, holderOf(quotaSpaceOf(caller)));
      }));
    }
    return toTemplate(await loadTemplate(db, templateId, caller, 'read'), caller);
  }

  return { use, useLibrary, fromTransaction };
}

interface Plan {
  assigned: RecipientDraft[];
  /** Whether the roles are those of the template. From the library, the caller is the only signer. */
  hasRoles: boolean;
  fieldsOf(file: FileWithFields): Field[];
}

function assertDetailsUnlocked(state: TemplateState, locks: DraftLocks, { message, options, cc }: TransactionDetails, { assigned, hasRoles }: Plan, caller: Caller): void {
  const before = { fileIds: state.fileIds, recipients: state.row.recipients, cc: copyOfCc(state, caller), message: state.message, options: optionsOfTemplate(state) };
  refuseLocked(lockedChanges(locks, before, { message, options, cc, recipients: hasRoles ? assigned : undefined }));
}

/** Writes a transaction created from a template, with copies of its files. */
async function makeTransaction(tx: Tx, caller: Caller, { id, state, details, plan, origin }: {
  id: string; state: TemplateState; details: TransactionDetails & { options: TransactionOptions }; plan: Plan; origin: Origin;
}): Promise<void> {
  const files = await filesInOrder(tx, state.fileIds);
  const fileIds = await copyFiles(tx, caller, files.map((file) => ({ file, body: file, fields: plan.fieldsOf(file) })));
  await writeTransaction(tx, caller, id, {
    name: details.name ?? state.row.name,
    fileIds,
    recipients: plan.assigned,
    cc: details.cc ?? copyOfCc(state, caller),
    message: details.message ?? state.message,
    options: details.options,
    expiresAt: details.expiresAt,
  }, origin);
  await recordInsight(tx, caller, { resourceId: state.row.id, resourceType: 'template', action: 'template_used', attributes: { title: state.row.name } });
}

const optionsOf = (state: TemplateState, { options }: TransactionDetails): OptionsInput => options ?? optionsOfTemplate(state);

/** The template's copy recipients are dropped when someone else uses it from the library. */
const copyOfCc = ({ row }: TemplateState, caller: Caller): CcEntry[] =>
  row.owner_id === caller.userId || row.shared_with.includes(caller.userId) ? copyCcEntries(row.cc) : [];

/** Writes a template like a transaction, with copies of its files. */
async function makeTemplate(tx: Tx, caller: Caller, { id, original: { state, files }, name }: {
  id: string; original: Original; name: string | undefined;
}): Promise<void> {
  const people = state.recipients.map(draftOf);
  const roles = rolesOf(people, state.owner);
  const fileIds = await copyFiles(tx, caller, files.map((each) => ({ ...each, fields: fieldsOfRoles(each.fields, people, roles) })));
  await writeTemplate(tx, caller, id, {
    name: name ?? state.row.name, fileIds, recipients: roles, public: false, lockedParts: [],
    cc: copyCcEntries(state.carbonCopies.map(ccOf)),
    message: state.message, options: state.options,
  });
}
