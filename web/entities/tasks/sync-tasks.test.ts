// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileMeta } from '#contract/entities/file.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { draftStore } from '#web/services/storage/draft-store.ts';
import { changeTask, changeTasks, tasksOf, type TaskDraft } from '#web/services/tasks/task-store.ts';
import { queueFile } from '#web/services/tasks/queue-file.ts';
import { uploadFile } from '#web/services/uploads/upload-file.ts';
import { placeFieldsForSending } from '#web/services/signing/place-fields.service.ts';
import { sessionStarted } from '../session/session.slice.ts';
import { createStore } from '../store.ts';
import { adoptDrafts } from './adopt-drafts.ts';
import { discardTask, forgetPauses, syncTasks } from './sync-tasks.ts';

vi.mock('#web/services/uploads/upload-file.ts', () => ({ uploadFile: vi.fn<() => Promise<FileMeta>>() }));
vi.mock('#web/services/signing/place-fields.service.ts', () => ({ placeFieldsForSending: vi.fn<() => Promise<void>>(async () => undefined) }));
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(name: string, input: { body?: object }) => Promise<unknown>>() }));
const line = vi.hoisted(() => ({ availability: 'available' }));
vi.mock('#web/services/availability.ts', () => ({ availability: () => line.availability }));
vi.mock('#web/services/auth/auth.ts', () => ({ currentSession: () => ({ userId: ada }) }));

/** The tabs of a browser share its locks. */
const locks = { isHeld: false, stolen: 0, requests: 0 };
const request = async (_: string, { steal = false }: { steal?: boolean }, work: (lock: object | null) => Promise<unknown>): Promise<unknown> => {
  locks.requests += 1;
  if (steal) locks.stolen += 1;
  if (locks.isHeld && !steal) return work(null);
  locks.isHeld = true;
  try {
    return await work({});
  } finally {
    locks.isHeld = false;
  }
};
vi.stubGlobal('navigator', { locks: { request } });
vi.stubGlobal('localStorage', { getItem: () => 'yes', setItem: () => undefined, removeItem: () => undefined });
afterAll(() => vi.unstubAllGlobals());

let ada: string;
const tab = () => {
  const store = createStore();
  store.dispatch(sessionStarted(ada));
  return store;
};
const unit = (resourceId: string, more: Partial<TaskDraft>): TaskDraft => ({ kind: 'transaction', resourceId, title: 'Lease', call: 'transactions.update', input: { params: { id: resourceId }, body: { name: 'Mine' } }, base: { name: 'Lease' }, version: 3, needs: [], ...more });
const add = (...drafts: TaskDraft[]) => changeTasks(ada, null, () => ({ add: drafts }));
const states = async () => (await tasksOf(ada)).map(({ call: name, state, reason }) => [name, state, reason?.code ?? null]);
const updates = () => vi.mocked(call).mock.calls.flatMap(([name, input]) => (name === 'transactions.update' ? [input as { body: { version: number } }] : []));
const sent = () => vi.mocked(call).mock.calls.map(([name]) => name);
const content = { message: {}, recipients: [], cc: [], options: {}, expiresAt: null, fileIds: [], status: 'draft' };

beforeEach(() => {
  ada = newObjectId();
  forgetPauses();
  locks.isHeld = false;
  line.availability = 'available';
  vi.mocked(call).mockReset().mockImplementation((async (_: string, input: { params?: { id: string } }) => ({ ...content, id: input.params?.id, version: 4, name: 'Lease' })) as never);
  vi.mocked(uploadFile).mockReset().mockImplementation(async ({ id, title }) => ({ id, title, metaVersion: 1, version: 1 }) as FileMeta);
  vi.mocked(placeFieldsForSending).mockClear();
});

describe('the queue', () => {
  it('is sent in order, once, although two tabs begin', async () => {
    const { id } = await queueFile(ada, { id: newObjectId(), file: new Blob(['%PDF']), mimeType: 'application/pdf', title: 'Lease.pdf', fields: [] });
    const made = newObjectId();
    await add(unit(made, { call: 'transactions.create', input: { body: { id: made, fileIds: [id] } }, needs: [id] }), unit(made, { version: 1 }));
    const [one, two] = await Promise.all([tab().dispatch(syncTasks()), tab().dispatch(syncTasks())]);
    expect([one + two, sent().filter((name) => !name.endsWith('.list')), await tasksOf(ada)]).toEqual([3, ['transactions.create', 'transactions.update'], []]);
    expect(uploadFile).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id, title: 'Lease.pdf', orgId: null }));
    // The next change is based on what the server answered.
    expect(vi.mocked(call).mock.calls.find(([name]) => name === 'transactions.update')?.[1]).toMatchObject({ body: { name: 'Mine', version: 4 } });
  });

  it('stops for a resource at what is refused, tells the reason, goes on with the others, and does it when it is tried again', async () => {
    const [refused, other] = [newObjectId(), newObjectId()];
    await add(unit(refused, {}), unit(refused, { call: 'transactions.cancel' }), unit(other, {}));
    vi.mocked(call).mockRejectedValueOnce(new AppError('permission_denied'));
    expect(await tab().dispatch(syncTasks())).toBe(1);
    expect(await states()).toEqual([['transactions.update', 'failed', 'permission_denied'], ['transactions.cancel', 'waiting', null]]);
    // Neither a reload nor another tab tries it.
    expect(await tab().dispatch(syncTasks())).toBe(0);
    const [task] = await tasksOf(ada);
    expect(await tab().dispatch(syncTasks(task?.id))).toBe(2);
    expect(await tasksOf(ada)).toEqual([]);
  });

  it('sends what was changed after it was looked for', async () => {
    const id = newObjectId();
    await add(unit(id, {}));
    // Between the look and the mark.
    const get = IDBObjectStore.prototype.get;
    const [task] = await tasksOf(ada);
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementationOnce(function change(this: IDBObjectStore, key) {
      if (task) this.put({ ...task, input: { ...task.input, body: { name: 'Later' } } });
      return get.call(this, key);
    });
    await tab().dispatch(syncTasks());
    expect(updates().map(({ body }) => body)).toMatchObject([{ name: 'Later' }]);
  });

  it('waits after a failure of the line, and goes on when the server is back', async () => {
    await add(unit(newObjectId(), {}), unit(newObjectId(), {}));
    vi.mocked(call).mockImplementationOnce((async () => {
      line.availability = 'unavailable';
      throw new AppError('unknown_network_error');
    }) as never);
    expect(await tab().dispatch(syncTasks())).toBe(0);
    expect(await states()).toEqual([['transactions.update', 'waiting', 'unknown_network_error'], ['transactions.update', 'waiting', null]]);
    line.availability = 'available';
    forgetPauses();
    expect(await tab().dispatch(syncTasks())).toBe(2);
  });

  it('does not send a document twice whose answer was lost', async () => {
    const { id } = await queueFile(ada, { id: newObjectId(), file: new Blob(['%PDF']), mimeType: 'application/pdf', title: 'Lease.pdf', fields: [] });
    vi.mocked(uploadFile).mockRejectedValueOnce(new AppError('request_timeout_error'));
    await tab().dispatch(syncTasks());
    vi.mocked(call).mockImplementation((async () => ({ id, ownerId: ada, metaVersion: 1, version: 1 })) as never);
    forgetPauses();
    expect(await tab().dispatch(syncTasks())).toBe(1);
    expect(uploadFile).toHaveBeenCalledOnce();
  });

  it('takes over what another tab has not finished for three minutes', async () => {
    await add(unit(newObjectId(), {}));
    const [task] = await tasksOf(ada);
    if (!task) throw new Error('No task');
    locks.isHeld = true;
    locks.stolen = 0;
    await changeTask(task, { state: 'syncing', syncingSince: Date.now() - timing.syncingLock + 5000 });
    expect([await tab().dispatch(syncTasks()), locks.stolen]).toEqual([0, 0]);
    await changeTask(task, { state: 'syncing', syncingSince: Date.now() - timing.syncingLock - 1 });
    expect([await tab().dispatch(syncTasks()), locks.stolen]).toEqual([1, 1]);
  });

  it('asks before it sends what is older than seven days', async () => {
    vi.useFakeTimers({ now: Date.now() - timing.offlineTaskExpiry - 1000, toFake: ['Date'] });
    await add(unit(newObjectId(), {}));
    vi.useRealTimers();
    expect(await tab().dispatch(syncTasks())).toBe(0);
    expect(await states()).toEqual([['transactions.update', 'failed', 'request_timeout_error']]);
    const [task] = await tasksOf(ada);
    expect(await tab().dispatch(syncTasks(task?.id))).toBe(1);
  });

  it('merges a draft that was changed elsewhere, and what clashes waits until it is opened', async () => {
    const [merged, clashing] = [newObjectId(), newObjectId()];
    await add(unit(merged, {}), unit(clashing, {}));
    const theirs = { [merged]: { name: 'Lease', cc: [{ email: 'bob@example.org' }] }, [clashing]: { name: 'Theirs' } };
    vi.mocked(call).mockImplementation((async (name: string, { params, body }: { params: { id: string }; body?: { version: number } }) => {
      if (name === 'transactions.update' && body?.version !== 9) throw new AppError('conflict');
      return { ...content, id: params?.id, version: 9, ...theirs[params?.id] };
    }) as never);
    expect(await tab().dispatch(syncTasks())).toBe(1);
    expect(updates().filter(({ body }) => body.version === 9)).toEqual([{ params: { id: merged }, body: { name: 'Mine', version: 9 } }]);
    expect(await tasksOf(ada)).toEqual([]);
    expect(await draftStore(ada, 'transaction', clashing).read()).toMatchObject({ base: { name: 'Lease' }, mine: { name: 'Mine' } });
  });

  it('sends a draft as it was seen, and not what somebody has changed since', async () => {
    const [same, changed] = [newObjectId(), newObjectId()];
    const start = (id: string, version: number) => unit(id, { call: 'transactions.start', input: { params: { id } }, version });
    await add(start(same, 4), start(changed, 3));
    vi.mocked(call).mockImplementation((async (name: string, { params }: { params: { id: string } }) =>
      name === 'files.getMeta' ? { ext: 'pdf', attributes: { fields: [] } } : { ...content, id: params?.id, version: 4, fileIds: ['f'] }) as never);
    expect(await tab().dispatch(syncTasks())).toBe(1);
    expect(placeFieldsForSending).toHaveBeenCalledExactlyOnceWith({ transactionId: same, fileId: 'f', fields: [] });
    expect(await states()).toEqual([['transactions.start', 'failed', 'conflict']]);
  });

  it('saves what a crash left of a draft without opening it, but not what the person has to decide', async () => {
    const [left, clashing] = [newObjectId(), newObjectId()];
    const change = { base: { ...content, name: 'Lease' }, mine: { ...content, name: 'Mine' } };
    await draftStore<unknown>(ada, 'transaction', left).keep(change);
    await draftStore<unknown>(ada, 'template', clashing).keep({ ...change, isClash: true });
    await adoptDrafts(ada);
    expect(await tasksOf(ada)).toEqual([]);
    await adoptDrafts(ada, Date.now() + 61_000);
    expect((await tasksOf(ada)).map(({ resourceId, input, base }) => [resourceId, input.body, base])).toEqual([[left, { name: 'Mine' }, { name: 'Lease' }]]);
    expect([await draftStore(ada, 'transaction', left).read(), await draftStore(ada, 'template', clashing).read()]).toEqual([null, expect.anything()]);
  });

  it('a new document that is discarded takes along what was made of it', async () => {
    const { id } = await queueFile(ada, { id: newObjectId(), file: new Blob(['%PDF']), mimeType: 'application/pdf', title: 'Lease.pdf', fields: [] });
    const made = newObjectId();
    await add(unit(made, { call: 'transactions.create', needs: [id] }), unit(newObjectId(), {}));
    const [task] = await tasksOf(ada);
    if (task) await tab().dispatch(discardTask(task));
    expect((await tasksOf(ada)).map(({ call: name }) => name)).toEqual(['transactions.update']);
  });

  it('what was to be sent is not sent without a change that was refused and discarded', async () => {
    const id = newObjectId();
    await add(unit(id, { version: 3 }), unit(id, { call: 'transactions.start', input: { params: { id } }, version: 3 }));
    vi.mocked(call).mockImplementation((async (name: string) => {
      if (name === 'transactions.update') throw new AppError('match_recipient');
      return { ...content, id, version: 3 };
    }) as never);
    await tab().dispatch(syncTasks());
    const [task] = await tasksOf(ada);
    if (task) await tab().dispatch(discardTask(task));
    await tab().dispatch(syncTasks());
    expect([sent(), await tasksOf(ada)]).toEqual([['transactions.update'], []]);
  });

  it('a second change is merged with what others did, as the first was', async () => {
    const id = newObjectId();
    const people = (...emails: string[]) => emails.map((email) => ({ id: email.padEnd(24, '0'), email }));
    const change = (mine: string, before: object[]) => unit(id, { version: 3, input: { params: { id }, body: { recipients: people('a@x.org', mine) } }, base: { recipients: before } });
    await add(change('mine@x.org', people('a@x.org')));
    const [first] = await tasksOf(ada);
    if (first) await changeTask(first, { syncingSince: 1 });
    await add(change('mine2@x.org', people('a@x.org', 'mine@x.org')));
    let server = { ...content, id, name: 'Lease', version: 5, recipients: people('a@x.org', 'theirs@x.org') };
    vi.mocked(call).mockImplementation((async (name: string, { body }: { body?: { version: number } }) => {
      if (name !== 'transactions.update') return server;
      if (body?.version !== server.version) throw new AppError('conflict');
      return (server = { ...server, ...body, version: server.version + 1 });
    }) as never);
    await tab().dispatch(syncTasks());
    expect(server.recipients.map(({ email }) => email)).toEqual(expect.arrayContaining(['theirs@x.org', 'mine2@x.org']));
  });

  it('sends nothing with what others changed since, in the request or in its documents', async () => {
    const [id, other] = [newObjectId(), newObjectId()];
    await add(unit(id, { version: 3 }), unit(id, { call: 'transactions.start', input: { params: { id } }, version: 3 }), unit(other, { call: 'transactions.start', input: { params: { id: other } }, version: 5, base: { files: { f: 2 } }, needs: ['f'] }));
    vi.mocked(call).mockImplementation((async (name: string, { params }: { params?: { id: string } }) => {
      if (name === 'transactions.update') throw new AppError('conflict');
      if (name === 'files.getMeta') return { ext: 'pdf', metaVersion: 9, attributes: { fields: [] } };
      return { ...content, id: params?.id, name: 'Mine', version: 5, message: { title: 'of somebody else' }, fileIds: params?.id === other ? ['f'] : [] };
    }) as never);
    await tab().dispatch(syncTasks());
    expect(sent()).not.toContain('transactions.start');
    expect(await states()).toEqual([['transactions.start', 'failed', 'conflict'], ['transactions.start', 'failed', 'conflict']]);
  });

  it('what clashes is not touched by an editor that is open', async () => {
    const id = newObjectId();
    const values = (name: string) => ({ ...content, name }) as never;
    const store = draftStore<{ name: string }>(ada, 'transaction', id);
    await store.keep({ base: values('Lease'), mine: values('Mine') });
    await store.forget();
    await add(unit(id, {}));
    vi.mocked(call).mockImplementation((async (name: string) => {
      if (name === 'transactions.update') throw new AppError('conflict');
      return { ...content, id, version: 9, name: 'Theirs' };
    }) as never);
    await tab().dispatch(syncTasks());
    await store.forget();
    expect(await draftStore<{ name: string }>(ada, 'transaction', id).read()).toMatchObject({ mine: { name: 'Mine' }, isClash: true });
  });

  it('looks for nothing while the server is away', async () => {
    await add(unit(newObjectId(), {}));
    vi.mocked(call).mockImplementationOnce((async () => {
      line.availability = 'unavailable';
      throw new AppError('unknown_network_error');
    }) as never);
    await tab().dispatch(syncTasks());
    const before = locks.requests;
    await new Promise((resolve) => setTimeout(resolve, timing.retryBackoffStart + 500));
    expect(locks.requests - before).toBeLessThanOrEqual(2);
  });
});
