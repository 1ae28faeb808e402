/**
 * Calls without the server. A change becomes a task, which is sent when the server is there, and its answer is what the server would
 * say. A question is answered with what was done since.
 */
import type { CallId, InputOf } from '#contract/calls/calls.ts';
import { AppError, toAppError } from '../app-error.ts';
import { reportNetworkFailure } from '../availability.ts';
import { ANSWERS, readCachedUnder } from '../storage/database.ts';
import { newObjectId } from '../object-id.ts';
import type { RawInput } from '../api/request.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { cachedAnswer } from '../offline/answers.ts';
import { currentSpace } from '../space.ts';
import { withIds, type UnitBody } from './local-resources.ts';
import { answerWithTasks, createdHere, localAnswer, withTasks, type Entry, type Owner } from './projections.ts';
import { changeTasks, isCreation, tasksOf, type Task, type TaskChanges, type TaskDraft, type TaskResource } from './task-store.ts';

/** Who did it, as far as this browser knows. */
const ownerOf = async (userId: string): Promise<Owner> => {
  const known = (await cachedAnswer(userId, 'profile.get', {})) as Owner | undefined;
  return known ?? ({ id: userId, email: null, phone: null, firstName: null, lastName: null, featureFlags: { allowAuditTrail: false } } as unknown as Owner);
};

const details = { file: 'files.getMeta', transaction: 'transactions.get', template: 'templates.get' } as const satisfies Record<TaskResource, CallId>;
const lists = { file: ['files.list', 'files'], transaction: ['transactions.list', 'transactions'], template: ['templates.list', 'templates'] } as const;

/** An entry of a list that was stored. */
const listedBefore = async (userId: string, kind: TaskResource, id: string): Promise<Entry | undefined> => {
  const [call, part] = lists[kind];
  for await (const values of readCachedUnder(userId, `${ANSWERS}${call}`)) {
    for (const { value } of values) {
      const found = (value as Record<string, Entry[]>)[part]?.find((each) => each.id === id);
      if (found) return found;
    }
  }
  return undefined;
};

/** A resource as it is here: what the server said last, with the tasks. Undefined if this browser knows nothing of it. */
const currentOf = async (userId: string, kind: TaskResource, id: string, tasks: readonly Task[]): Promise<Entry | undefined> => {
  const created = createdHere(id, tasks, await ownerOf(userId));
  if (created) return created;
  const known = ((await cachedAnswer(userId, details[kind], { params: { id } })) as Entry | undefined) ?? (await listedBefore(userId, kind, id));
  return known && (withTasks(known, tasks) ?? undefined);
};

const titleOf = (entry: Entry | undefined): string => (entry === undefined ? '' : 'name' in entry ? entry.name : entry.title);
const versionOf = (entry: Entry): number => ('metaVersion' in entry ? entry.metaVersion : entry.version);

/** The values of these parts before a change. */
const partsBefore = (entry: Entry, parts: readonly string[]): Record<string, unknown> => Object.fromEntries(parts.map((part) => [part, (entry as unknown as Record<string, unknown>)[part]]));

const baseOf = (entry: Entry, kind: TaskResource, parts: readonly string[]): Record<string, unknown> => {
  if (kind !== 'file') return partsBefore(entry, parts);
  return 'attributes' in entry && 'fields' in entry.attributes ? { fields: entry.attributes.fields } : {};
};

/** Neither sent nor on its way. */
const isUntouched = ({ state, syncingSince }: Task): boolean => state === 'waiting' && syncingSince === null;

/** Sending a draft comes after everything else that is done to it. What was refused is not tried again unasked. */
const atTheEnd = (tasks: readonly Task[], id: string): TaskChanges => {
  const sending = tasks.filter(({ resourceId, call, state }) => resourceId === id && call === 'transactions.start' && state !== 'failed');
  return { remove: sending, add: sending };
};

const draftOf = ({ kind, resourceId, title, call, input, base, version, needs }: TaskDraft): TaskDraft => ({ kind, resourceId, title, call, input, base, version, needs });

/** Adds a task, or its changes to the one before it if that has the same parts. */
const withUpdate = (tasks: readonly Task[], draft: TaskDraft): TaskChanges => {
  const { remove = [], add = [] } = atTheEnd(tasks, draft.resourceId);
  const last = tasks.filter(({ resourceId, call }) => resourceId === draft.resourceId && call !== 'transactions.start').at(-1);
  const again = add.map(draftOf);
  if (last?.call !== draft.call || !isUntouched(last)) return { remove, add: [draft, ...again] };
  const [before, now] = [last.input.body as Record<string, unknown>, draft.input.body as Record<string, unknown>];
  const attributes = before['attributes'] || now['attributes'] ? { attributes: { ...(before['attributes'] as object), ...(now['attributes'] as object) } } : {};
  const input = { ...last.input, body: { ...before, ...now, ...attributes } };
  return { put: [{ ...last, title: draft.title, input, base: { ...draft.base, ...last.base }, needs: [...new Set([...last.needs, ...draft.needs])] }], remove, add: again };
};

/** What was only here is gone with it; for anything else the server is to delete it. */
const withRemoval = (tasks: readonly Task[], draft: TaskDraft): TaskChanges => {
  const own = tasks.filter(({ resourceId }) => resourceId === draft.resourceId);
  const creation = own.find(isCreation);
  if (creation && isUntouched(creation)) return { remove: own };
  return { remove: own.filter((task) => !isCreation(task) && isUntouched(task)), add: [draft] };
};

interface Act {
  readonly userId: string;
  readonly call: CallId;
  readonly input: RawInput;
  readonly tasks: readonly Task[];
}

/** Null: it can't be done without the server. */
type Queued = { readonly value: unknown } | null;

const store = (userId: string, decide: (tasks: readonly Task[]) => TaskChanges): Promise<void> => changeTasks(userId, currentSpace(), decide);

const idIn = ({ params }: RawInput): string => String((params as { id: string }).id);

/** The resource with the tasks there are now. */
const answerOf = async (userId: string, kind: TaskResource, id: string): Promise<Queued> => {
  const value = await currentOf(userId, kind, id, await tasksOf(userId));
  return value ? { value } : null;
};

const updating = (kind: TaskResource) => async ({ userId, call, input, tasks }: Act): Promise<Queued> => {
  const id = idIn(input);
  const known = await currentOf(userId, kind, id, tasks);
  if (!known) return null;
  const { version: _, metaVersion: __, ...given } = input.body as Record<string, unknown>;
  // Who may see it is not changed unseen.
  if ('public' in given && kind !== 'template') return null;
  const body = 'recipients' in given ? { ...given, recipients: withIds(given['recipients'] as never) } : given;
  const attributes = (given['attributes'] ?? {}) as Record<string, unknown>;
  const base = baseOf(known, kind, Object.keys(body));
  const title = String((kind === 'file' ? attributes['title'] : given['name']) ?? titleOf(known));
  const needs = (given['fileIds'] as string[] | undefined) ?? ('fileIds' in known ? known.fileIds : []);
  await store(userId, (present) => withUpdate(present, { kind, resourceId: id, title, call, input: { ...input, body }, base, version: versionOf(known), needs }));
  return answerOf(userId, kind, id);
};

const removing = (kind: TaskResource) => async ({ userId, call, input, tasks }: Act): Promise<Queued> => {
  const id = idIn(input);
  const known = await currentOf(userId, kind, id, tasks);
  if (!known) return null;
  await store(userId, (present) => withRemoval(present, { kind, resourceId: id, title: titleOf(known), call, input, needs: [] }));
  return { value: undefined };
};

const creating = (kind: 'transaction' | 'template') => async ({ userId, call, input, tasks }: Act): Promise<Queued> => {
  const given = input.body as Partial<UnitBody>;
  const fileIds = given.fileIds ?? [];
  const id = given.id ?? newObjectId();
  const name = given.name ?? titleOf(fileIds[0] ? await currentOf(userId, 'file', fileIds[0], tasks) : undefined);
  const body = { ...given, id, ...(name === '' ? {} : { name }), recipients: withIds(given.recipients) };
  await store(userId, () => ({ add: [{ kind, resourceId: id, title: name, call, input: { body }, needs: fileIds }] }));
  return answerOf(userId, kind, id);
};

/** The versions of the documents that were seen, except for what is changed here. Null if one of them was not. */
const seenFiles = async (userId: string, fileIds: readonly string[], tasks: readonly Task[]): Promise<Record<string, number> | null> => {
  const seen: Record<string, number> = {};
  for (const id of fileIds) {
    if (tasks.some(({ resourceId }) => resourceId === id)) continue;
    const known = (await cachedAnswer(userId, 'files.getMeta', { params: { id } })) as FileMeta | undefined;
    if (!known) return null;
    seen[id] = known.metaVersion;
  }
  return seen;
};

/** A step that changes nothing of what the draft says. */
const stepping = async ({ userId, call, input, tasks }: Act): Promise<Queued> => {
  const id = idIn(input);
  const known = await currentOf(userId, 'transaction', id, tasks);
  if (!known) return null;
  const isThere = (task: Task): boolean => task.resourceId === id && task.call === call;
  const fileIds = 'fileIds' in known ? known.fileIds : [];
  const files = call === 'transactions.start' ? await seenFiles(userId, fileIds, tasks) : {};
  // What was not seen is not sent.
  if (!files) return null;
  const draft: TaskDraft = { kind: 'transaction', resourceId: id, title: titleOf(known), call, input: { params: { id } }, base: { files }, version: versionOf(known), needs: fileIds };
  await store(userId, (present) => ({ remove: present.filter((task) => isThere(task) && task.state === 'failed'), add: present.some((task) => isThere(task) && task.state !== 'failed') ? [] : [draft] }));
  return answerOf(userId, 'transaction', id);
};

const starting = (act: Act): Promise<Queued> => {
  const { password, accessCodes = [] } = (act.input.body ?? {}) as NonNullable<InputOf<'transactions.start'>['body']>;
  // Secrets are not written to the disk of a device.
  return password === undefined && accessCodes.length === 0 ? stepping(act) : Promise.resolve(null);
};

/** Changes of several entries of a list: one task for each of them. */
const filing = async ({ userId, call, input, tasks }: Act): Promise<Queued> => {
  const { ids, kind, ...change } = input.body as { ids: string[]; kind: TaskResource };
  const drafts: TaskDraft[] = [];
  for (const id of ids) {
    const known = await currentOf(userId, kind, id, tasks);
    if (known) drafts.push({ kind, resourceId: id, title: titleOf(known), call, input: { body: { ids: [id], kind, ...change } }, needs: [] });
  }
  await store(userId, () => ({ add: drafts }));
  return { value: { results: ids.map((id) => ({ id, error: drafts.some(({ resourceId }) => resourceId === id) ? null : 'not_found' })) } };
};

/** What can be done without the server. */
const acts: Partial<Record<CallId, (act: Act) => Promise<Queued>>> = {
  'files.updateMeta': updating('file'),
  'files.delete': removing('file'),
  'transactions.create': creating('transaction'),
  'transactions.update': updating('transaction'),
  'transactions.start': starting,
  'transactions.cancel': stepping,
  'transactions.delete': removing('transaction'),
  'templates.create': creating('template'),
  'templates.update': updating('template'),
  'templates.delete': removing('template'),
  'lists.label': filing,
  'lists.archive': filing,
};

/** The resources that a change is about. */
const concernedBy = ({ params, body }: RawInput): readonly string[] => {
  const { ids = [], fileIds = [] } = { ...(body as { ids?: string[]; fileIds?: string[] } | undefined) };
  const { id } = { ...params } as { id?: string };
  return [...(id === undefined ? [] : [id]), ...ids, ...fileIds];
};

/** Whether a change has to wait for others of the same resource. What the server has refused holds up nothing. */
const mustWait = (ids: ReadonlySet<string>, tasks: readonly Task[]): boolean =>
  tasks.some((task) => ids.has(task.resourceId) && (task.state !== 'failed' || isCreation(task)));

/** What a request says. */
const contents: ReadonlySet<CallId> = new Set(['transactions.create', 'transactions.update', 'files.createMeta', 'files.updateMeta']);

/** Sending names the request only; it is about its documents as well. */
const concernedBySending = async (userId: string, call: CallId, input: RawInput, tasks: readonly Task[]): Promise<readonly string[]> => {
  if (call !== 'transactions.start' || tasks.length === 0) return concernedBy(input);
  const known = await currentOf(userId, 'transaction', idIn(input), tasks);
  return [...concernedBy(input), ...(known && 'fileIds' in known ? known.fileIds : [])];
};

/** A browser that can't read its store has nothing that waits. */
const tasksHere = (userId: string): Promise<Task[]> =>
  tasksOf(userId).catch((error: unknown) => {
    console.warn('What waits for the server can\'t be read', toAppError(error).code);
    return [];
  });

/** What is answered here: questions about what exists only here, and changes that wait. Undefined: the server is asked. */
export const answeredHere = async (userId: string, call: CallId, input: RawInput, isAway: boolean): Promise<{ readonly value: unknown } | undefined> => {
  const tasks = await tasksHere(userId);
  const act = acts[call];
  // A bulk send is of what its source says when it is sent; what waits or was refused is not in it.
  if (call === 'bulks.create') {
    const { sourceId } = input.body as { sourceId: string };
    if (tasks.some(({ resourceId }) => resourceId === sourceId)) throw new AppError('service_unavailable');
  }
  if (!act) {
    const value = tasks.length === 0 ? undefined : localAnswer(call, input, tasks, await ownerOf(userId));
    return value === undefined ? undefined : { value };
  }
  const ids = new Set(await concernedBySending(userId, call, input, tasks));
  const waits = mustWait(ids, tasks);
  if (call === 'transactions.start') {
    const refused = tasks.find((task) => task.state === 'failed' && ids.has(task.resourceId) && contents.has(task.call));
    // The screen still shows what the server has refused: nothing else goes out unseen.
    if (refused?.reason) throw new AppError(refused.reason.code);
  }
  if (!isAway && !waits) return undefined;
  const queued = await act({ userId, call, input, tasks });
  // What can't wait does not overtake what waits.
  if (!queued && waits && call === 'transactions.start') throw new AppError('service_unavailable');
  return queued ?? undefined;
};

/** Steps after which a refused one of the same kind has no meaning any more. */
const ends: Partial<Record<CallId, (task: Task, call: CallId) => boolean>> = {
  'transactions.start': (task, call) => task.call === call,
  'transactions.cancel': (task, call) => task.call === call,
  'transactions.delete': () => true,
  'templates.delete': () => true,
  'files.delete': () => true,
};

/** The server has done what it refused before. */
const dropRefused = async (userId: string, call: CallId, input: RawInput, tasks: readonly Task[]): Promise<void> => {
  const isOver = (task: Task): boolean => task.resourceId === idIn(input) && task.state === 'failed' && ends[call]?.(task, call) === true;
  if (ends[call] && tasks.some(isOver)) await store(userId, (present) => ({ remove: present.filter(isOver) }));
};

export const withTasksDone = async (userId: string, call: CallId, input: RawInput, answer: unknown): Promise<unknown> => {
  const tasks = await tasksHere(userId);
  if (acts[call]) await dropRefused(userId, call, input, tasks);
  return tasks.length === 0 ? answer : answerWithTasks(call, input, tasks, await ownerOf(userId), answer);
};

/** The server can't be reached: a change waits for it once that is confirmed, a question is answered as far as this browser can. */
export const answeredLate = async (userId: string, call: CallId, input: RawInput, failure: unknown): Promise<unknown> => {
  const isConfirmed = acts[call] !== undefined && (await reportNetworkFailure()) === 'unavailable';
  const late = isConfirmed ? await answeredHere(userId, call, input, true) : undefined;
  if (late) return late.value;
  const known = acts[call] ? undefined : await withTasksDone(userId, call, input, undefined);
  if (known === undefined) throw failure;
  return known;
};
