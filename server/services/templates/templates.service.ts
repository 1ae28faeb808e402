/** Templates: create, read, update, list and delete. `instantiation.service.ts` creates transactions from them. */
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { completeQuery, wholeList } from '#contract/entities/list-query.ts';
import { withoutRecipients, type TransactionOptions } from '#contract/entities/transaction.ts';
import { fitsLibrary, type Template, type TemplateCreate, type TemplateUpdate } from '#contract/entities/template.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { TemplateRecipient } from '#server/platform/database/tables/documents.tables.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { lockCreation } from '#server/repositories/lock.ts';
import { findFiles, findSentFiles, findUses } from '#server/repositories/files.repository.ts';
import { pageOfRows, readCursor } from '#server/http/list-cursors.ts';
import { countTemplates, findListedTemplates, findUsedTemplateIds, listLibrary, listTemplates } from '#server/repositories/templates-list.repository.ts';
import {
  findTemplate, findTemplateUses, insertTemplate, setTemplateFiles, templateIdTaken, updateTemplate,
} from '#server/repositories/templates.repository.ts';
import { spaceOf, type Caller } from '../caller.ts';
import { marksOf } from '#server/services/lists/labeling.service.ts';
import { listInsights, recordInsight } from '#server/services/audit/insights.service.ts';
import { assertMayCreate, administers, effectiveAccess, refusalIn } from '#server/services/organizations/organization-access.ts';
import type { SharingService } from '../sharing/sharing.service.ts';
import { assertFewEnough, firstTitle } from '#server/services/transactions/transaction-parts.ts';
import { changedOptions } from '#server/services/transactions/transaction-state.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { assertRolesApart } from './roles.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { counts } from '#contract/limits/counts.ts';
import { completeTemplates, loadTemplate, toTemplate, viewOfTemplate, type TemplateState } from './template-state.ts';

export type TemplatesService = ReturnType<typeof createTemplatesService>;

interface TemplatesDependencies {
  db: Db;
  sharing: SharingService;
  entitlements: Entitlements;
  config: Pick<Config, 'limits'>;
}

export function createTemplatesService({ db, sharing, entitlements, config }: TemplatesDependencies) {
  async function create(caller: Caller, input: TemplateCreate): Promise<Template> {
    assertMayCreateTemplates(caller);
    assertFewEnough(input.fileIds, config.limits);
    const id = input.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockCreation(tx, id);
      if ((await findTemplate(tx, id))?.owner_id === caller.userId) return;
      await entitlements.consume(tx, quotaSpaceOf(caller), 'templates');
      await writeTemplate(tx, caller, id, { ...input, options: await entitlements.optionsFor(tx, quotaSpaceOf(caller), input.options) });
    });
    return get(caller, id);
  }

  async function get(caller: Caller, id: string): Promise<Template> {
    return toTemplate(await loadTemplate(db, id, caller, 'read'), caller);
  }

  async function list(caller: Caller, { exclusiveFrom, library, ...given }: InputOf<'templates.list'>['query'] & object): Promise<OutputOf<'templates.list'>> {
    const query = completeQuery(given);
    const place = { after: readCursor(exclusiveFrom, query.sort), query };
    const { ids, lastKey } = pageOfRows(await (library === 'true' ? listLibrary(db, place) : listTemplates(db, spaceOf(caller), place)));
    const marks = await marksOf(db, caller, 'template', ids);
    return {
      templates: (await completeTemplates(db, await findListedTemplates(db, ids))).map((state) => ({ ...toTemplate(state, caller), ...marks(state.row.id), archived: query.filter === 'archived' })),
      lastKey,
      counters: await countTemplates(db, spaceOf(caller)),
    };
  }

  /** What was used may have been deleted, archived or taken away since. */
  async function recent(caller: Caller): Promise<OutputOf<'templates.recent'>> {
    const space = spaceOf(caller);
    const [used, changed] = await Promise.all([findUsedTemplateIds(db, space), listTemplates(db, space, { query: { ...wholeList, sort: 'updated_at' } })]);
    const rows = await findListedTemplates(db, [...new Set([...used, ...changed.map(({ id }) => id)])]);
    const templates: { id: string; name: string }[] = [];
    for (const row of rows) {
      if (templates.length === counts.recentTemplates) break;
      const isOffered = row.deleted_at === null && !row.archived && mayWithTemplate(await viewOfTemplate(db, row, caller), caller.userId, 'use');
      if (isOffered) templates.push({ id: row.id, name: row.name });
    }
    return { templates };
  }

  async function update(caller: Caller, id: string, input: TemplateUpdate): Promise<Template> {
    assertFewEnough(input.fileIds, config.limits);
    await db.transaction().execute(async (tx) => {
      const state = await loadTemplate(tx, id, caller, 'update', true);
      if (input.version !== undefined && input.version !== state.row.version) throw new AppError('conflict');
      if (input.fileIds) await assertFilesFree(tx, caller, id, input.fileIds, state.fileIds);
      await setTemplateFiles(tx, id, input.fileIds ?? state.fileIds);
      await updateTemplate(tx, id, changesOf(state, input));
      await record(tx, caller, id, 'template_updated', input.name ?? state.row.name);
    });
    return get(caller, id);
  }

  /** Deletes the template for its owner; anyone it is shared with only removes it from their own list. */
  async function remove(caller: Caller, id: string): Promise<void> {
    const known = await loadTemplate(db, id, caller, 'read');
    const theirs = known.row.owner_id === caller.userId || (await administers(db, known.row.org_id, caller));
    if (!theirs && known.row.shared_with.includes(caller.userId)) {
      await sharing.stopSharing(caller, id, [caller.userId]);
      return;
    }
    await db.transaction().execute(async (tx) => {
      const { row } = await loadTemplate(tx, id, caller, 'delete', true);
      await updateTemplate(tx, id, { deleted_at: new Date() });
      await entitlements.release(tx, { userId: row.owner_id, orgId: row.org_id }, 'templates');
      await record(tx, caller, id, 'template_deleted', row.name);
    });
  }

  async function insights(caller: Caller, id: string): Promise<OutputOf<'templates.insights'>> {
    const { row } = await loadTemplate(db, id, caller, 'readInsights');
    const everything = row.owner_id === caller.userId || (await administers(db, row.org_id, caller));
    return { insights: await listInsights(db, id, { userId: caller.userId, everything }) };
  }

  return { create, get, list, recent, update, remove, insights };
}

export function assertMayCreateTemplates(caller: Caller): void {
  assertMayCreate(caller, 'createTemplates');
  assertMayCreate(caller, 'createFiles');
}

/** Creates a template owned by the caller, and the first entry of its history. */
type NewTemplate = Omit<TemplateCreate, 'recipients' | 'options'> & { recipients: readonly Omit<TemplateRecipient, 'id'>[]; options: TransactionOptions };

export async function writeTemplate(tx: Tx, caller: Caller, id: string, input: NewTemplate): Promise<void> {
  if (await templateIdTaken(tx, id)) throw new AppError('conflict');
  await assertFilesFree(tx, caller, id, input.fileIds);
  assertRolesApart(input.recipients);
  const recipients = input.recipients.map((each) => ({ ...each, id: newId() }));
  if (input.public) assertFitsLibrary(recipients, caller);
  const name = input.name ?? (await firstTitle(tx, input.fileIds)) ?? input.message.title;
  await insertTemplate(tx, {
    id, owner_id: caller.userId, org_id: caller.organization?.id ?? null, name, public: input.public, message: JSON.stringify(input.message),
    options: JSON.stringify(input.options), locked_parts: input.lockedParts, recipients: JSON.stringify(recipients), cc: JSON.stringify(withoutRecipients(input.cc, recipients)),
  });
  await setTemplateFiles(tx, id, input.fileIds);
  await record(tx, caller, id, 'template_created', name);
}

function changesOf(state: TemplateState, input: TemplateUpdate): Parameters<typeof updateTemplate>[2] {
  const recipients = input.recipients?.map((each) => ({ ...each, id: each.id ?? newId() })) ?? state.row.recipients;
  const isPublic = input.public ?? state.row.public;
  assertRolesApart(recipients);
  if (isPublic) assertFitsLibrary(recipients, state.owner);
  return {
    status: 'draft',
    public: isPublic,
    recipients: JSON.stringify(recipients),
    cc: JSON.stringify(withoutRecipients(input.cc ?? state.row.cc, recipients)),
    ...(input.name !== undefined && { name: input.name }),
    ...(input.lockedParts && { locked_parts: input.lockedParts }),
    ...(input.message && { message: JSON.stringify(input.message) }),
    ...(input.options && { options: JSON.stringify(changedOptions(state.options, input.options)) }),
  };
}

function assertFitsLibrary(recipients: readonly TemplateRecipient[], owner: { email: string | null; phone: string | null }): void {
  if (!fitsLibrary(recipients, owner)) throw new AppError('invalid_library_resource');
}

/**
 * Files must be the caller's own, or already in the template, and unused elsewhere: a change to a template must not change a file
 * that is being signed.
 */
async function assertFilesFree(tx: Tx, caller: Caller, templateId: string, fileIds: readonly string[], before: readonly string[] = []): Promise<void> {
  if (new Set(fileIds).size < fileIds.length) throw new AppError('request_validation_error', [{ path: 'body/fileIds', message: 'A file is named twice' }]);
  const files = await findFiles(tx, fileIds);
  const missing = fileIds.filter((id) => !files.some((file) => file.id === id));
  if (missing.length > 0) throw new AppError('related_file_deleted', { fileIds: missing });
  const denied = files.find((file) => effectiveAccess(file, caller).ownerId !== caller.userId && !before.includes(file.id));
  if (denied) throw refusalIn(caller, denied.org_id);
  const [uses, templateUses, sent] = [await findUses(tx, fileIds), await findTemplateUses(tx, fileIds), await findSentFiles(tx, fileIds)];
  const taken = [...uses.map((use) => use.fileId), ...templateUses.filter((use) => use.templateId !== templateId).map((use) => use.fileId), ...sent];
  if (taken.length > 0) throw new AppError('resource_in_use', { fileIds: [...new Set(taken)] });
}

const record = (tx: Tx, caller: Caller, id: string, action: InsightAction, title: string): Promise<void> =>
  recordInsight(tx, caller, { resourceId: id, resourceType: 'template', action, attributes: { title } });
