/** A file with the data its permissions depend on, and its representation in the API. */
import { extensionOf, type FileMeta, type FileSummary } from '#contract/entities/file.ts';
import { field as fieldShape, type Field } from '#contract/entities/field.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { mayWithFile, type FileAction, type FileView } from '#contract/permissions/file.permissions.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { mapInBatches } from '#server/platform/batches.ts';
import { findAudited, findFields, findFile, findUses, findVersions, type FileRow, type FileUse } from '#server/repositories/files.repository.ts';
import { findTemplate, findTemplateUses } from '#server/repositories/templates.repository.ts';
import { findSigningsOfFile } from '#server/repositories/signings.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { administers, effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import { viewOfTemplate } from '#server/services/templates/template-state.ts';
import { findStates, readsAsPublic, viewOf } from '#server/services/transactions/transaction-state.ts';

/** A file's permission data for one caller, with the ids of the transactions that contain it. */
type CallersView = Omit<FileView, 'transactions' | 'templates'> & { templates: readonly { readable: boolean; inside: boolean }[]; transactions: readonly (FileView['transactions'][number] & { id: string })[] };

/** Returns the file, or throws if the caller may not perform `action`. */
export async function loadFile(db: Db | Tx, id: string, caller: Caller, action: FileAction): Promise<FileRow> {
  return (await loadFileAndView(db, id, caller, action)).file;
}

export async function loadFileAndView(db: Db | Tx, id: string, caller: Caller, action: FileAction): Promise<{ file: FileRow; view: CallersView }> {
  const file = await findFile(db, id);
  if (!file) throw new AppError('not_found');
  const view = await viewFor(db, file, caller);
  if (mayWithFile(view, caller.userId, action)) return { file, view };
  const mine = view.ownerId === caller.userId || view.administered;
  throw mine ? new AppError('resource_in_use') : refusalIn(caller, file.org_id);
}

/**
 * The oldest version the caller may read. Owner and administrators: 1. Recipients: from the version that was sent to them;
 * earlier drafts and the text before encryption stay private. Everyone else: the last version sent, or the current one if none
 * was sent.
 */
export async function oldestVersionFor(db: Db, file: FileRow, view: CallersView, caller: Caller): Promise<number> {
  if (view.ownerId === caller.userId || view.administered) return 1;
  const sent = (await findVersions(db, [file.id])).filter(({ kind }) => kind === 'prepared');
  const readable = new Set(view.transactions.flatMap((each) => (each.readable ? [each.id] : [])));
  const theirs = sent.find((version) => version.transaction_id !== null && readable.has(version.transaction_id));
  return (theirs ?? sent.at(-1))?.version ?? file.version;
}

export async function viewFor(db: Db | Tx, file: FileRow, caller: Caller): Promise<CallersView> {
  const audited = await findAudited(db, [file.id]);
  const uses = [...(await findUses(db, [file.id])), ...audited];
  const states = await findStates(db, uses.map((use) => use.transactionId));
  const viewer = viewerOf(caller);
  const { ownerId, sharedWith } = effectiveAccess(file, caller);
  return {
    ownerId: file.owner_left_at === null ? ownerId : '',
    administered: file.owner_left_at === null && await administers(db, file.org_id, caller),
    // An audit trail, which names addresses, is not public with its transaction.
    public: file.public || (audited.length === 0 && states.some((state) => may(viewOf(state, caller), viewer, 'read') && readsAsPublic(state, caller, false))),
    sharedWith,
    templates: await templatesOf(db, file.id, caller),
    transactions: states.map((state) => ({ id: state.row.id, status: state.row.status, held: state.sendApproval?.row.status === 'waiting', readable: may(viewOf(state, caller), viewer, 'read') && !readsAsPublic(state, caller, false) })),
  };
}

async function templatesOf(db: Db | Tx, fileId: string, caller: Caller): Promise<CallersView['templates']> {
  const ids = (await findTemplateUses(db, [fileId])).map((use) => use.templateId);
  const rows = await Promise.all(ids.map((id) => findTemplate(db, id)));
  return Promise.all(rows.flatMap((row) => (row ? [row] : [])).map(async (row) => {
    const view = await viewOfTemplate(db, row, caller);
    return { readable: mayWithTemplate(view, caller.userId, 'read'), inside: view.ownerId === caller.userId || view.sharedWith.includes(caller.userId) };
  }));
}

export function toSummary(row: FileRow, uses: readonly FileUse[]): FileSummary {
  return {
    id: row.id,
    ext: extensionOf(row.mime),
    sourceMime: row.source_mime ?? row.mime,
    convert: row.convert_status,
    bodyRef: row.body_ref,
    size: Number(row.size),
    hash: row.hash,
    public: row.public,
    version: row.version,
    metaVersion: row.meta_version,
    ownerId: row.owner_id,
    orgId: row.org_id,
    sharedWith: row.shared_with,
    changeOwnerAllowed: uses.every((use) => use.fileId !== row.id),
    renameAllowed: uses.every((use) => use.fileId !== row.id || isEditable(use.status)),
    title: row.title,
    type: row.type,
    relatedToTransactions: uses.filter((use) => use.fileId === row.id).map((use) => use.transactionId),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** A caller who sees a file only because it, its transaction or its template is public does not learn the recipients' addresses, and leaves no trace. */
export const isInside = (view: CallersView, { userId }: Caller): boolean =>
  view.ownerId === userId || view.administered || view.sharedWith.includes(userId) || view.transactions.some(({ readable }) => readable) || view.templates.some(({ inside }) => inside);

const withoutAddress = (each: Field): Field => ({ ...each, recipient: each.recipient && { ...each.recipient, email: null, phone: null } });

export async function toMeta(db: Db, row: FileRow, view: CallersView, caller: Caller): Promise<FileMeta> {
  const inside = isInside(view, caller);
  const shown = inside ? (each: Field): Field => each : withoutAddress;
  const [fields, templates, uses, audited, signings] = await Promise.all([findFields(db, row.id), findTemplateUses(db, [row.id]), findUses(db, [row.id]), findAudited(db, [row.id]), findSigningsOfFile(db, row.id)]);
  const summary = toSummary(row, [...uses, ...audited]);
  const related = inside ? summary.relatedToTransactions : [];
  return {
    ...summary,
    sharedWith: inside ? summary.sharedWith : [],
    relatedToTransactions: related,
    attributes: {
      title: row.title,
      type: row.type,
      fields: await mapInBatches(fields, (each) => shown(fieldShape.parse(each))),
      signaturesCache: inside ? signings.map((each) => ({ id: each.id, userId: each.user_id, transactionId: each.transaction_id })) : [],
      relatedToTransactions: related,
      relatedToTemplates: templates.map((use) => use.templateId),
    },
  };
}
