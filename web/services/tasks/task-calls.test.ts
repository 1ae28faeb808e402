// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { createField } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { transaction } from '#contract/entities/transaction.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError } from '../app-error.ts';
import { writeCached } from '../storage/database.ts';
import { newObjectId } from '../object-id.ts';
import { hasTasks } from './has-tasks.ts';
import { queueFile } from './queue-file.ts';
import { answeredHere, withTasksDone } from './task-calls.ts';
import { changeTask, forgetTasks, isExpired, taskBody, tasksOf } from './task-store.ts';

const world = vi.hoisted(() => ({ stored: new Map<string, string>(), estimate: { quota: 1e9, usage: 0 } }));
const at = '2026-11-28T10:00:00.000Z';
const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 } });
let ada: string;

const draft = (id: string, change: Partial<Transaction> = {}): Transaction => transaction.parse({
  id, name: 'Lease', status: 'draft', type: 'just_me', ownerId: ada, owner: { id: ada, email: null, firstName: null, lastName: null }, recipients: [], cc: [], fileIds: [], message: {}, options: {},
  attributes: {}, requireRecipientValidation: { id_card: false, passport: false, selfie: false, requireThirdPartyVerification: false }, version: 3, expiresAt: null, createdAt: at, updatedAt: at, ...change,
});
const list = (transactions: Transaction[]) => ({ transactions, lastKey: null, counters: { all: transactions.length, draft: transactions.length, pending: 0, canceled: 0, declined: 0, sharedWithMe: 0, completed: 0, archived: 0 } });
const away = async (call: CallId, input: Parameters<typeof answeredHere>[2]) => (await answeredHere(ada, call, input, true))?.value;
const queued = async () => (await tasksOf(ada)).map(({ call, input }) => [call, input.body]);
const addFile = (title = 'Lease.pdf') => queueFile(ada, { id: newObjectId(), file: new Blob(['%PDF-1.7']), mimeType: 'application/pdf', title, fields: [field] });

beforeEach(() => {
  ada = newObjectId();
  world.stored.clear();
  vi.stubGlobal('localStorage', { getItem: (key: string) => world.stored.get(key) ?? null, setItem: (key: string, value: string) => world.stored.set(key, value), removeItem: (key: string) => world.stored.delete(key) });
  vi.stubGlobal('navigator', { storage: { estimate: async () => world.estimate } });
});
afterEach(async () => {
  await forgetTasks(ada);
  vi.unstubAllGlobals();
});

describe('what is done without the server', () => {
  it('is what the contract says may wait', async () => {
    const marked = (Object.values(calls) as CallDefinition[]).filter(({ mayWait }) => mayWait).map(({ id }) => id);
    expect(marked.toSorted()).toEqual([
      'files.delete', 'files.updateMeta', 'lists.archive', 'lists.label', 'templates.create', 'templates.delete', 'templates.update',
      'transactions.cancel', 'transactions.create', 'transactions.delete', 'transactions.start', 'transactions.update',
    ]);
    // Others are not answered.
    expect(await answeredHere(ada, 'transactions.remind', { params: { id: newObjectId() }, body: {} }, true)).toBeUndefined();
  });

  it('a document stays with its bytes, is listed and opened, and can be sent in a new request', async () => {
    const meta = await addFile();
    expect(hasTasks()).toBe(true);
    expect(await (await taskBody(ada, meta.id))?.text()).toBe('%PDF-1.7');
    expect(await taskBody(newObjectId(), meta.id)).toBeNull();
    expect(await away('files.getMeta', { params: { id: meta.id } })).toMatchObject({ id: meta.id, title: 'Lease.pdf', attributes: { fields: [{ id: 'f' }] } });
    expect(await away('files.downloadUrl', { params: { id: meta.id } })).toMatchObject({ version: 1, size: 8, hash: meta.hash });
    const files = { files: [], lastKey: null, counters: { all: 0, sharedWithMe: 0, archived: 0 } };
    expect(await withTasksDone(ada, 'files.list', {}, files)).toMatchObject({ files: [{ title: 'Lease.pdf' }], counters: { all: 1 } });
    // Nothing was stored of the list.
    expect(await withTasksDone(ada, 'files.list', { query: { search: 'lea' } }, undefined)).toMatchObject({ files: [{ title: 'Lease.pdf' }] });
    expect(await withTasksDone(ada, 'files.list', { query: { search: 'rent' } }, undefined)).toBeUndefined();
    expect(await withTasksDone(ada, 'files.list', { query: { orgId: newObjectId() } }, undefined)).toBeUndefined();
    const made = (await away('transactions.create', { body: { fileIds: [meta.id] } })) as Transaction;
    expect(made).toMatchObject({ name: 'Lease.pdf', status: 'created', ownerId: ada, fileIds: [meta.id] });
    await away('transactions.update', { params: { id: made.id }, body: { recipients: [{ email: 'grace@example.com' }], version: 1 } });
    const read = (await away('transactions.get', { params: { id: made.id } })) as Transaction;
    expect(read).toMatchObject({ status: 'draft', recipients: [{ email: 'grace@example.com', completed: false }] });
    // The id of a recipient is the one that the server gets.
    expect(await queued()).toEqual([['files.createMeta', expect.anything()], ['transactions.create', expect.anything()], ['transactions.update', { recipients: [expect.objectContaining({ id: read.recipients[0]?.id })] }]]);
  });

  it('says at once that a document has no room', async () => {
    world.estimate = { quota: 10, usage: 5 };
    await expect(addFile()).rejects.toMatchObject({ code: 'max_size_exceeded' });
    world.estimate = { quota: 1e9, usage: 0 };
    expect(await tasksOf(ada)).toEqual([]);
  });

  it('changes of a draft become one task with what it was before, and are shown in lists', async () => {
    const id = newObjectId();
    await writeCached(ada, `answer/transactions.get?id=${id}`, draft(id));
    await away('transactions.update', { params: { id }, body: { name: 'New', version: 3 } });
    await away('transactions.update', { params: { id }, body: { name: 'Newer', cc: [], version: 3 } });
    const [task, ...others] = await tasksOf(ada);
    expect([others, task?.input.body, task?.base, task?.version, task?.title]).toEqual([[], { name: 'Newer', cc: [] }, { name: 'Lease', cc: [] }, 3, 'Newer']);
    expect(await withTasksDone(ada, 'transactions.list', {}, list([draft(id)]))).toMatchObject({ transactions: [{ name: 'Newer' }] });
  });

  it('an entry that was only listed is renamed, filed and deleted', async () => {
    const [id, folderId] = [newObjectId(), newObjectId()];
    await writeCached(ada, 'answer/transactions.list?', list([draft(id)]));
    expect(await away('transactions.update', { params: { id }, body: { name: 'New' } })).toMatchObject({ name: 'New' });
    expect(await away('lists.label', { body: { kind: 'transaction', ids: [id, newObjectId()], folderId } })).toMatchObject({ results: [{ error: null }, { error: 'not_found' }] });
    expect(await withTasksDone(ada, 'transactions.list', {}, list([draft(id)]))).toMatchObject({ transactions: [{ name: 'New', folderId }] });
    await away('transactions.delete', { params: { id } });
    expect((await queued()).map(([call]) => call)).toEqual(['transactions.delete']);
    expect(await withTasksDone(ada, 'transactions.list', {}, list([draft(id)]))).toMatchObject({ transactions: [] });
  });

  it('what was only here and is deleted leaves nothing', async () => {
    const { id } = await addFile();
    await away('files.updateMeta', { params: { id }, body: { attributes: { title: 'Other.pdf' } } });
    await away('files.delete', { params: { id } });
    expect([await tasksOf(ada), await taskBody(ada, id), hasTasks()]).toEqual([[], null, false]);
  });

  it('sending comes after what is changed later, once, and never with secrets', async () => {
    const id = newObjectId();
    await writeCached(ada, `answer/transactions.get?id=${id}`, draft(id));
    expect(await away('transactions.start', { params: { id }, body: { password: 'secret' } })).toBeUndefined();
    await away('transactions.start', { params: { id }, body: {} });
    await away('transactions.start', { params: { id }, body: {} });
    await away('transactions.update', { params: { id }, body: { name: 'New' } });
    expect((await queued()).map(([call]) => call)).toEqual(['transactions.update', 'transactions.start']);
    // What was refused is not sent because something else is changed.
    const [, refused] = await tasksOf(ada);
    if (refused) await changeTask(refused, { state: 'failed' });
    await away('transactions.update', { params: { id }, body: { name: 'Newer' } });
    expect((await tasksOf(ada)).map(({ call, state }) => [call, state])).toEqual([['transactions.update', 'waiting'], ['transactions.start', 'failed']]);
  });

  it('a change waits behind others of the same resource when the server is back, and not behind what was refused', async () => {
    const id = newObjectId();
    await writeCached(ada, `answer/transactions.get?id=${id}`, draft(id));
    const change = (isAway: boolean) => answeredHere(ada, 'transactions.update', { params: { id }, body: { name: 'New' } }, isAway);
    expect(await change(false)).toBeUndefined();
    await change(true);
    expect(await change(false)).toBeDefined();
    const [task] = await tasksOf(ada);
    if (task) await changeTask(task, { state: 'failed' });
    expect(await change(false)).toBeUndefined();
    // What was refused is not shown as done.
    expect(await withTasksDone(ada, 'transactions.get', { params: { id } }, draft(id))).toMatchObject({ name: 'Lease' });
  });

  it('a document that was only listed keeps its fields', async () => {
    const id = newObjectId();
    await writeCached(ada, 'answer/files.list?', { files: [{ id, title: 'Old.pdf', metaVersion: 2, version: 1 }] });
    expect(await away('files.updateMeta', { params: { id }, body: { attributes: { title: 'New.pdf' } } })).toEqual({ id, title: 'New.pdf', metaVersion: 2, version: 1 });
    const whole = { id, title: 'Old.pdf', attributes: { title: 'Old.pdf', fields: [field] } } as FileMeta;
    expect(await withTasksDone(ada, 'files.getMeta', { params: { id } }, whole)).toMatchObject({ title: 'New.pdf', attributes: { title: 'New.pdf', fields: [{ id: 'f' }] } });
  });

  it('goes at the sign-out, without that of others', async () => {
    const { id } = await addFile();
    await forgetTasks(newObjectId());
    expect(await tasksOf(ada)).toHaveLength(1);
    await forgetTasks(ada);
    expect([await tasksOf(ada), await taskBody(ada, id)]).toEqual([[], null]);
  });

  it('expires after seven days, except for what exists only here', () => {
    const createdAt = Date.now() - timing.offlineTaskExpiry - 1;
    expect([isExpired({ call: 'transactions.update', createdAt }), isExpired({ call: 'files.createMeta', createdAt }), isExpired({ call: 'transactions.update', createdAt: createdAt + 1000 })]).toEqual([true, false, false]);
  });

  it('a field that the server would refuse hides nothing', async () => {
    await queueFile(ada, { id: newObjectId(), file: new Blob(['%PDF-1.7']), mimeType: 'application/pdf', title: 'Lease.pdf', fields: [{ ...field, id: '' }, field] });
    const files = { files: [], lastKey: null, counters: { all: 0, sharedWithMe: 0, archived: 0 } };
    expect(await withTasksDone(ada, 'files.list', {}, files)).toMatchObject({ files: [{ title: 'Lease.pdf' }] });
  });

  it('sending overtakes nothing that the request says', async () => {
    const [id, fileId] = [newObjectId(), newObjectId()];
    await writeCached(ada, `answer/transactions.get?id=${id}`, draft(id, { fileIds: [fileId] }));
    await writeCached(ada, `answer/files.getMeta?id=${fileId}`, { id: fileId, ext: 'pdf', title: 'x', metaVersion: 2, version: 1, attributes: { title: 'x', fields: [] } });
    const start = (body: object) => answeredHere(ada, 'transactions.start', { params: { id }, body }, false);
    await away('files.updateMeta', { params: { id: fileId }, body: { attributes: { fields: [field] }, metaVersion: 2 } });
    expect(await start({})).toBeDefined();
    await forgetTasks(ada);
    await away('transactions.update', { params: { id }, body: { name: 'Mine', version: 3 } });
    await expect(start({ password: 'secret' })).rejects.toMatchObject({ code: 'service_unavailable' });
    const [task] = await tasksOf(ada);
    if (task) await changeTask(task, { state: 'failed', reason: new AppError('match_recipient').toInfo() });
    await expect(start({})).rejects.toMatchObject({ code: 'match_recipient' });
    const bulk = (sourceId: string) => answeredHere(ada, 'bulks.create', { body: { name: 'x', sourceType: 'transaction', sourceId, recipients: [] } }, false);
    await expect(bulk(id)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await bulk(newObjectId())).toBeUndefined();
  });
});
