/** What the server would answer if it had the tasks: its last answers, with what was done since. */
import type { CallId, InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { FileMeta, FileSummary } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { recipient, type RecipientInput } from '#contract/entities/recipient.ts';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { RawInput } from '../api/request.ts';
import { downloadFrom, fileFrom, templateFrom, transactionFrom } from './local-resources.ts';
import type { Task } from './task-store.ts';
import { isCreation } from './task-store.ts';

/** Who did it. */
export type Owner = Pick<Profile, 'id' | 'email' | 'firstName' | 'lastName' | 'phone' | 'featureFlags'>;
export type Entry = FileSummary | FileMeta | Transaction | Template;

type LabelInput = NonNullable<InputOf<'lists.label'>['body']>;

const labeled = <Item extends Entry>(item: Item, { folderId, addTags = [], removeTags = [] }: LabelInput): Item => ({
  ...item, ...(folderId === undefined ? {} : { folderId }), tagIds: [...new Set([...(item.tagIds ?? []).filter((tag) => !removeTags.includes(tag)), ...addTags])],
});

const withFile = <Item extends FileSummary>(item: Item, { attributes = {} }: NonNullable<InputOf<'files.updateMeta'>['body']>): Item => {
  const own = 'attributes' in item ? { attributes: { ...(item.attributes as FileMeta['attributes']), ...attributes } } : {};
  return { ...item, ...(attributes.title === undefined ? {} : { title: attributes.title }), ...own };
};

const withPeople = ({ recipients }: Transaction, people: readonly RecipientInput[] | undefined): Pick<Transaction, 'recipients'> =>
  people === undefined ? { recipients } : { recipients: people.map((each) => recipient.parse({ ...recipients.find(({ id }) => id === each.id), ...each })) };

const applied = <Item extends Entry>(item: Item, { call, input }: Task): Item => {
  const { version: _, ...change } = { ...(input.body as object) } as { version?: number };
  if (call === 'lists.label') return labeled(item, change as LabelInput);
  if (call === 'lists.archive') return { ...item, archived: (change as { archived: boolean }).archived };
  if (call === 'files.updateMeta') return withFile(item as FileSummary, change) as Item;
  if (call === 'templates.update') return { ...item, ...change, status: 'draft' };
  if (call === 'transactions.update') {
    const parts = change as Partial<Transaction>;
    return { ...item, ...parts, ...withPeople(item as Transaction, parts.recipients), status: 'draft' };
  }
  return call === 'transactions.cancel' ? { ...item, status: 'canceled' } : item;
};

const isRemoval = ({ call }: Task): boolean => call === 'files.delete' || call === 'transactions.delete' || call === 'templates.delete';

/** What counts as done: not what the server has refused, unless the resource exists only here. */
const counting = (tasks: readonly Task[]): readonly Task[] => {
  const own = new Set(tasks.filter(isCreation).map(({ resourceId }) => resourceId));
  return tasks.filter((task) => task.state !== 'failed' || own.has(task.resourceId));
};

/** One change that can't be shown hides nothing else. */
const shownWith = <Item extends Entry>(item: Item, task: Task): Item => {
  try {
    return applied(item, task);
  } catch (error) {
    console.warn('A change that waits can\'t be shown', task.call, error);
    return item;
  }
};

/** The resource with what was done to it; null if it was deleted. */
export const withTasks = <Item extends Entry>(item: Item, tasks: readonly Task[]): Item | null => {
  const own = counting(tasks).filter(({ resourceId }) => resourceId === item.id);
  return own.some(isRemoval) ? null : own.reduce(shownWith, item);
};

const createdFrom = (task: Task, owner: Owner): Entry =>
  task.call === 'files.createMeta' ? fileFrom(task) : task.call === 'transactions.create' ? transactionFrom(task, owner) : templateFrom(task, owner);

/** A resource that exists only here. */
export const createdHere = (id: string, tasks: readonly Task[], owner: Owner): Entry | undefined => {
  const creation = tasks.find((task) => isCreation(task) && task.resourceId === id);
  if (!creation) return undefined;
  try {
    return withTasks(createdFrom(creation, owner), tasks) ?? undefined;
  } catch (error) {
    console.warn('What exists only here can\'t be shown', creation.call, error);
    return undefined;
  }
};

const idOf = ({ params }: RawInput): string => String((params as { id?: string } | undefined)?.id);

const single: Partial<Record<CallId, true>> = { 'files.getMeta': true, 'transactions.get': true, 'templates.get': true };

/** The answer to a question about a resource that exists only here. */
export const localAnswer = (call: CallId, input: RawInput, tasks: readonly Task[], owner: Owner): unknown => {
  if (single[call]) return createdHere(idOf(input), tasks, owner);
  const creation = tasks.find((task) => task.call === 'files.createMeta' && task.resourceId === idOf(input));
  if (!creation) return undefined;
  if (call === 'files.downloadUrl') return downloadFrom(creation);
  return call === 'files.signatures' ? { signatures: [] } : undefined;
};

const lists = {
  'files.list': { kind: 'file', part: 'files', filters: [undefined, 'all'] },
  'transactions.list': { kind: 'transaction', part: 'transactions', filters: [undefined, 'all', 'draft'] },
  'templates.list': { kind: 'template', part: 'templates', filters: [undefined, 'all'] },
} as const;
type ListCall = keyof typeof lists;
const isList = (call: CallId): call is ListCall => Object.hasOwn(lists, call);

const titleOf = (entry: Entry): string => ('name' in entry ? entry.name : entry.title);

/** Whether what exists only here belongs to the answer: the first page of a list that is not narrowed, or searched by title. */
const takesCreated = (call: ListCall, query: Readonly<Record<string, unknown>>): boolean =>
  (lists[call].filters as readonly unknown[]).includes(query['filter']) && ['exclusiveFrom', 'bulkId', 'folder', 'tag', 'person', 'createdFrom', 'createdBefore', 'library'].every((name) => query[name] === undefined);

const createdFor = (call: ListCall, query: Readonly<Record<string, unknown>>, tasks: readonly Task[], owner: Owner): Entry[] => {
  if (!takesCreated(call, query)) return [];
  const wanted = String(query['search'] ?? '').trim().toLocaleLowerCase();
  const space = query['orgId'] ?? null;
  const creations = tasks.filter((task) => isCreation(task) && task.kind === lists[call].kind && task.orgId === space);
  const entries = creations.flatMap(({ resourceId }) => createdHere(resourceId, tasks, owner) ?? []);
  return entries.filter((entry) => titleOf(entry).toLocaleLowerCase().includes(wanted)).toReversed();
};

const listWithTasks = (call: ListCall, input: RawInput, tasks: readonly Task[], owner: Owner, answer: unknown): unknown => {
  const { part } = lists[call];
  const known = answer as { counters: Record<string, number> } & Record<string, unknown>;
  const created = createdFor(call, { ...input.query }, tasks, owner);
  const here = new Set(created.map(({ id }) => id));
  const rest = (known[part] as Entry[]).filter(({ id }) => !here.has(id)).flatMap((item) => withTasks(item, tasks) ?? []);
  const { all = 0, draft } = known.counters;
  const counters = { ...known.counters, all: all + created.length, ...(draft === undefined ? {} : { draft: draft + created.length }) };
  return { ...known, [part]: [...created, ...rest], counters };
};

const nothing: Record<ListCall, unknown> = {
  'files.list': { files: [], lastKey: null, counters: { all: 0, sharedWithMe: 0, archived: 0 } } satisfies OutputOf<'files.list'>,
  'transactions.list': { transactions: [], lastKey: null, counters: { all: 0, draft: 0, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0, archived: 0 } } satisfies OutputOf<'transactions.list'>,
  'templates.list': { templates: [], lastKey: null, counters: { all: 0, sharedWithMe: 0, archived: 0 } } satisfies OutputOf<'templates.list'>,
};

/** An answer of the server with the tasks; `undefined` for none, where the server is away and nothing was stored. */
export const answerWithTasks = (call: CallId, input: RawInput, tasks: readonly Task[], owner: Owner, answer: unknown): unknown => {
  if (isList(call)) {
    if (answer !== undefined) return listWithTasks(call, input, tasks, owner, answer);
    return createdFor(call, { ...input.query }, tasks, owner).length > 0 ? listWithTasks(call, input, tasks, owner, nothing[call]) : undefined;
  }
  // What was deleted here is still there: whoever opens it by its address sees it.
  return single[call] && answer !== undefined ? (withTasks(answer as Entry, tasks) ?? answer) : answer;
};
