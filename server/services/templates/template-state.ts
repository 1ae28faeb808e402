/** A template with its related rows, and its representation in the API. */
import { hasWayToSign } from '#contract/entities/recipient.ts';
import type { Template } from '#contract/entities/template.ts';
import type { DraftLocks } from '#contract/entities/template-lock.ts';
import { transactionMessage, transactionOptions, type OptionsInput, type TransactionMessage, type TransactionOptions } from '#contract/entities/transaction.ts';
import { mayWithTemplate, type TemplateAction, type TemplateView } from '#contract/permissions/template.permissions.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findDeletedFiles, findTransactionsFromTemplate, findTemplate, findTemplateFiles, lockTemplate, type TemplateRow } from '#server/repositories/templates.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import { administers, effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import { findUsersById } from '../sharing/participants.ts';

/** Parsed once, when it is loaded. */
export interface TemplateState {
  readonly row: Readonly<Omit<TemplateRow, 'options' | 'message'>>;
  readonly options: Readonly<TransactionOptions>;
  readonly message: Readonly<TransactionMessage>;
  readonly owner: User;
  readonly fileIds: readonly string[];
  /** Ids of the transactions created from the template. */
  readonly madeFrom: readonly string[];
}

/** The options for a transaction created from the template. An audit is left undefined, so that the plan of the user decides. */
export function optionsOfTemplate({ options: { includeFileAudit, ...others } }: TemplateState): OptionsInput {
  return { ...others, allowBulkUsage: false, includeFileAudit: includeFileAudit ? undefined : false };
}

export async function completeTemplates(db: Db | Tx, rows: readonly TemplateRow[]): Promise<TemplateState[]> {
  const ids = rows.map((row) => row.id);
  const [files, made, owners] = await Promise.all([
    findTemplateFiles(db, ids), findTransactionsFromTemplate(db, ids), findUsersById(db, [...new Set(rows.map((row) => row.owner_id))]),
  ]);
  return rows.flatMap(({ options, message, ...row }) => {
    const owner = owners.get(row.owner_id);
    if (!owner) return [];
    return [{
      row, owner,
      options: transactionOptions.parse(options),
      message: transactionMessage.parse(message),
      fileIds: files.filter((each) => each.templateId === row.id).map((each) => each.fileId),
      madeFrom: made.filter((each) => each.template_id === row.id).map((each) => each.id),
    }];
  });
}

export const viewOfTemplate = async (db: Db | Tx, row: Pick<TemplateRow, 'owner_id' | 'org_id' | 'shared_with' | 'public'>, caller: Caller): Promise<TemplateView> => ({
  ...effectiveAccess(row, caller), administered: await administers(db, row.org_id, caller), public: row.public,
});

/** What the template fixes for the caller; null for those who may change the template. */
export async function locksFor(db: Db | Tx, { row }: TemplateState, caller: Caller): Promise<DraftLocks | null> {
  if (row.locked_parts.length === 0 || mayWithTemplate(await viewOfTemplate(db, row, caller), caller.userId, 'update')) return null;
  return { parts: row.locked_parts, fixedRoles: row.recipients.filter(hasWayToSign).map(({ role }) => role) };
}

/** Returns the template, or throws if the caller may not perform `action`. `lock`: locks the row until the database transaction ends. */
export async function loadTemplate(db: Db | Tx, id: string, caller: Caller, action: TemplateAction, lock = false): Promise<TemplateState> {
  const row = lock ? await lockTemplate(db as Tx, id) : await findTemplate(db, id);
  const [state] = row ? await completeTemplates(db, [row]) : [];
  if (!row || !state) throw new AppError('not_found');
  if (!mayWithTemplate(await viewOfTemplate(db, row, caller), caller.userId, action)) throw refusalIn(caller, row.org_id);
  return state;
}

/** Throws if a file of the template was deleted. The owner must save the template without it first. */
export async function assertWhole(db: Db | Tx, id: string): Promise<void> {
  const fileIds = await findDeletedFiles(db, id);
  if (fileIds.length > 0) throw new AppError('related_file_deleted', { fileIds });
}

/** Library readers don't see addresses, private messages, copy recipients, shares or transactions. */
export function toTemplate({ row, options, message, owner, fileIds, madeFrom }: TemplateState, reader: { userId: string }): Template {
  const inside = row.owner_id === reader.userId || row.shared_with.includes(reader.userId);
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    ownerId: row.owner_id,
    owner: { id: owner.id, email: inside ? owner.email : null, firstName: owner.first_name, lastName: owner.last_name },
    recipients: row.recipients.map((each) => (inside ? each : { ...each, email: null, phone: null, privateMessage: '' })),
    cc: inside ? row.cc : [],
    fileIds: [...fileIds],
    message,
    options,
    public: row.public,
    lockedParts: row.locked_parts,
    sharedWith: inside ? row.shared_with : [],
    orgId: row.org_id,
    attributes: { relatedToTransactions: inside ? [...madeFrom] : [] },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
