/** Does on the server what was done without it. Each kind may be done twice: the second time changes nothing. */
import type { InputOf } from '#contract/calls/calls.ts';
import type { Field } from '#contract/entities/field.ts';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import { timing } from '#contract/limits/timing.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Template } from '#contract/entities/template.ts';
import { isEditable, type Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { placeFieldsForSending } from '#web/services/signing/place-fields.service.ts';
import { draftStore } from '#web/services/storage/draft-store.ts';
import { localFileOf } from '#web/services/tasks/local-resources.ts';
import { changeTask, taskBody, type Task } from '#web/services/tasks/task-store.ts';
import { uploadFile } from '#web/services/uploads/upload-file.ts';
import type { DraftContent } from '../merging/merge-draft.ts';
import { changedParts, mergeDraft } from '../merging/merge-draft.ts';
import { areSameFields, mergeFields } from '../merging/merge-fields.ts';

/** The resource as the server has it now; null if the answer does not say. `isMerged`: with changes of others. */
export type Outcome = { readonly resource: FileMeta | Transaction | Template | null; readonly isMerged?: boolean };

/** Only what the server answers: what is done here must not wait again. */
const fresh = { isFresh: true } as const;
const unchanged: Outcome = { resource: null };
const codeOf = (error: unknown) => toAppError(error).code;

/** What both sides changed. It waits in the store of drafts for the person, who is asked when the resource is opened. */
export class Clash extends AppError {
  constructor() {
    super('conflict');
  }
}

/** The document of an earlier try whose answer was lost. */
const arrivedFile = async (task: Task): Promise<FileMeta | null> => {
  try {
    const meta = await call('files.getMeta', { params: { id: task.resourceId } }, fresh);
    return meta.ownerId === task.userId ? meta : null;
  } catch (error) {
    if (codeOf(error) === 'not_found') return null;
    throw error;
  }
};

/** A long upload is seen to go on; one that stands still is given up. */
const givesSignsOfLife = (task: Task): Pick<Parameters<typeof uploadFile>[0], 'signal' | 'onProgress'> => {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let noted = Date.now();
  const watch = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new AppError('request_timeout_error')), timing.syncingLock);
  };
  watch();
  return {
    signal: stop.signal,
    onProgress: (share) => {
      if (share < 1) watch();
      else clearTimeout(timer);
      if (Date.now() - noted < timing.syncingLock / 4) return;
      noted = Date.now();
      changeTask(task, { syncingSince: noted }).catch((error: unknown) => console.info('That an upload goes on is not noted', codeOf(error)));
    },
  };
};

const createFile = async (task: Task): Promise<Outcome> => {
  const before = task.syncingSince === null ? null : await arrivedFile(task);
  if (before) return { resource: before };
  const { id, mimeType, title, fields } = localFileOf(task);
  const file = await taskBody(task.userId, id);
  if (!file) throw new AppError('unable_to_access');
  try {
    return { resource: await uploadFile({ file, mimeType, title, fields, id, orgId: task.orgId, ...givesSignsOfLife(task) }) };
  } catch (error) {
    if (codeOf(error) !== 'conflict') throw error;
    // The id is in use: an earlier try has arrived.
    return { resource: await arrivedFile(task) };
  }
};

const inSpaceOf = ({ orgId }: Task) => ({ orgId: orgId ?? undefined });

/** The same id again answers with what exists. What was deleted since stays deleted. */
const createUnit = async (task: Task): Promise<Outcome> => {
  const input = { query: inSpaceOf(task), body: task.input.body };
  try {
    return { resource: task.call === 'templates.create' ? await call('templates.create', input as InputOf<'templates.create'>, fresh) : await call('transactions.create', input as InputOf<'transactions.create'>, fresh) };
  } catch (error) {
    if (codeOf(error) === 'conflict') return unchanged;
    throw error;
  }
};

type Parts = Record<string, unknown> & { fileIds?: string[] };

/** Documents that were added and removed here, in the list of the server. */
const mergedFiles = (base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] =>
  [...theirs.filter((id) => mine.includes(id) || !base.includes(id)), ...mine.filter((id) => !base.includes(id) && !theirs.includes(id))];

const saveUnit = (task: Task, body: object, version: number | undefined): Promise<Transaction | Template> => {
  const input = { params: { id: task.resourceId }, body: { ...body, ...(version === undefined ? {} : { version }) } };
  return task.kind === 'template' ? call('templates.update', input as InputOf<'templates.update'>, fresh) : call('transactions.update', input as InputOf<'transactions.update'>, fresh);
};

const fetchUnit = ({ kind, resourceId: id }: Task): Promise<Transaction | Template> =>
  kind === 'template' ? call('templates.get', { params: { id } }, fresh) : call('transactions.get', { params: { id }, query: { background: 'true' } }, fresh);

/** Puts what was changed here on top of what the server has by now. */
const mergeUnit = async (task: Task): Promise<Outcome> => {
  const theirs = await fetchUnit(task);
  const { fileIds: files, ...mine } = task.input.body as Parts;
  const { fileIds: filesBefore = [], ...before } = { ...task.base } as Parts;
  const kind = task.kind === 'template' ? 'template' : 'transaction';
  // Parts that were not changed here are the same on both sides.
  const [base, own] = [{ ...theirs, ...before }, { ...theirs, ...mine }] as unknown as [DraftContent, DraftContent];
  const content = theirs as unknown as DraftContent;
  const { value, clashes } = mergeDraft(base, own, content, 'mine', kind);
  if (clashes.length > 0) {
    const parts = ['name', 'message', 'recipients', 'cc', 'options', ...(kind === 'template' ? ['public', 'lockedParts'] : ['expiresAt'])] as (keyof DraftContent)[];
    const only = (from: DraftContent): DraftContent => Object.fromEntries(parts.map((part) => [part, from[part]])) as unknown as DraftContent;
    await draftStore<DraftContent>(task.userId, kind, task.resourceId).keepClash({ base: only(base), mine: only(own) });
    throw new Clash();
  }
  const changed = Object.fromEntries(changedParts(content, Object.fromEntries(Object.keys(mine).map((part) => [part, value[part as keyof DraftContent]])) as unknown as DraftContent).map((part) => [part, value[part]]));
  const body = { ...changed, ...(files ? { fileIds: mergedFiles(filesBefore, files, theirs.fileIds) } : {}) };
  // After a lost answer, the version is the next one: nobody else has changed anything.
  return Object.keys(body).length === 0 ? { resource: theirs, isMerged: theirs.version !== (task.version ?? 0) + 1 } : { resource: await saveUnit(task, body, theirs.version), isMerged: true };
};

const updateUnit = async (task: Task): Promise<Outcome> => {
  try {
    return { resource: await saveUnit(task, task.input.body as object, task.version) };
  } catch (error) {
    if (codeOf(error) !== 'conflict') throw error;
    return mergeUnit(task);
  }
};

type FileChange = NonNullable<InputOf<'files.updateMeta'>['body']>;

const saveFile = ({ resourceId: id }: Task, attributes: FileChange['attributes'], metaVersion: number | undefined): Promise<FileMeta> =>
  call('files.updateMeta', { params: { id }, body: { attributes, ...(metaVersion === undefined ? {} : { metaVersion }) } }, fresh);

const mergeFile = async (task: Task): Promise<Outcome> => {
  const theirs = await call('files.getMeta', { params: { id: task.resourceId } }, fresh);
  const { fields, ...others } = (task.input.body as FileChange).attributes ?? {};
  if (!fields) return { resource: await saveFile(task, others, theirs.metaVersion), isMerged: true };
  const [base, mine] = [(task.base?.['fields'] ?? []) as Field[], fields as Field[]];
  const { value, clashes } = mergeFields(base, mine, theirs.attributes.fields, 'mine');
  if (clashes.length > 0) {
    await draftStore<Field[]>(task.userId, 'file', task.resourceId).keepClash({ base, mine });
    throw new Clash();
  }
  const isMerged = !areSameFields(theirs.attributes.fields, base) && !areSameFields(theirs.attributes.fields, mine);
  return { resource: await saveFile(task, { ...others, fields: value }, theirs.metaVersion), isMerged };
};

const updateFile = async (task: Task): Promise<Outcome> => {
  try {
    return { resource: await saveFile(task, (task.input.body as FileChange).attributes, task.version) };
  } catch (error) {
    if (codeOf(error) !== 'conflict') throw error;
    return mergeFile(task);
  }
};

/** Sends a draft as it was when the person pressed "Send": if somebody has changed it since, they look at it again. */
const start = async (task: Task): Promise<Outcome> => {
  const params = { id: task.resourceId };
  const current = await call('transactions.get', { params, query: { background: 'true' } }, fresh);
  // An earlier try has arrived.
  if (!isEditable(current.status) || current.sendApproval?.status === 'waiting') return { resource: current };
  if (task.version !== undefined && current.version !== task.version) throw new AppError('conflict');
  const seen = (task.base?.['files'] ?? {}) as Record<string, number>;
  for (const fileId of current.fileIds) {
    const meta = await call('files.getMeta', { params: { id: fileId } }, fresh);
    if (seen[fileId] !== undefined && meta.metaVersion !== seen[fileId]) throw new AppError('conflict');
    if (isPage(meta)) continue;
    await placeFieldsForSending({ transactionId: task.resourceId, fileId, fields: preparedFields(meta.attributes.fields, current.recipients) });
  }
  return { resource: await call('transactions.start', { params, query: inSpaceOf(task), body: {} }, fresh) };
};

const cancel = async ({ resourceId: id }: Task): Promise<Outcome> => ({ resource: await call('transactions.cancel', { params: { id } }, fresh) });

/** What is gone already counts as deleted. */
const remove = async ({ kind, resourceId: id }: Task): Promise<Outcome> => {
  const name = ({ file: 'files.delete', transaction: 'transactions.delete', template: 'templates.delete' } as const)[kind];
  try {
    await call(name, { params: { id } }, fresh);
  } catch (error) {
    if (codeOf(error) !== 'not_found') throw error;
  }
  return unchanged;
};

/** Tells for each entry why it was not changed. */
const file = async (task: Task): Promise<Outcome> => {
  const input = { query: inSpaceOf(task), body: task.input.body };
  const { results } = task.call === 'lists.label' ? await call('lists.label', input as InputOf<'lists.label'>, fresh) : await call('lists.archive', input as InputOf<'lists.archive'>, fresh);
  const error = results.find((each) => each.error)?.error;
  if (error) throw new AppError(error);
  return unchanged;
};

export const runTask = (task: Task): Promise<Outcome> => {
  switch (task.call) {
    case 'files.createMeta':
      return createFile(task);
    case 'transactions.create':
    case 'templates.create':
      return createUnit(task);
    case 'transactions.update':
    case 'templates.update':
      return updateUnit(task);
    case 'files.updateMeta':
      return updateFile(task);
    case 'transactions.start':
      return start(task);
    case 'transactions.cancel':
      return cancel(task);
    case 'files.delete':
    case 'transactions.delete':
    case 'templates.delete':
      return remove(task);
    default:
      return file(task);
  }
};
