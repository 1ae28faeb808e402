/** Brings requests and documents to this device, so that they open without the server, and keeps them current. */
import { isRunning, type Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { offlineDocuments } from '#contract/limits/offline-documents.ts';
import type { CallId, InputOf, OutputOf } from '#contract/calls/calls.ts';
import { call } from '../api/call.ts';
import type { RawInput } from '../api/request.ts';
import { fetchBody } from '../api/bodies.ts';
import { AppError, toAppError } from '../app-error.ts';
import { isBehindCode, cacheAnswer } from './answers.ts';
import { cacheBody, cachedDocumentsOf, removeCachedBodies } from './cached-bodies.ts';
import { addPin, keepsWaiting, type Pin, pinsOf, removePins } from './pins.ts';

type OfflineResource = Pick<Pin, 'kind' | 'id'>;

/** A call whose answer is here when this resolves: the person may close the window at once. */
const askAndKeep = async <Id extends CallId>(userId: string, id: Id, input: InputOf<Id>, signal: AbortSignal | undefined): Promise<OutputOf<Id>> => {
  const answer = await call(id, input, { signal, isFresh: true });
  await cacheAnswer(userId, id, input as RawInput, answer);
  return answer;
};

const describe = async (userId: string, { kind, id }: OfflineResource, signal: AbortSignal | undefined): Promise<Pick<Pin, 'title' | 'fileIds'>> => {
  if (kind === 'file') return { title: (await askAndKeep(userId, 'files.getMeta', { params: { id } }, signal)).attributes.title, fileIds: [id] };
  const { name, fileIds } = await askAndKeep(userId, 'transactions.get', { params: { id }, query: { background: 'true' } }, signal);
  return { title: name, fileIds };
};

/** Fetches the current version of a file, unless it is here. The answers to the calls stay as well. */
const bringFile = async (userId: string, id: string, here: ReadonlyMap<string, string>, signal: AbortSignal | undefined): Promise<void> => {
  await askAndKeep(userId, 'files.getMeta', { params: { id } }, signal);
  const { hash } = await askAndKeep(userId, 'files.downloadUrl', { params: { id }, query: {} }, signal);
  if (here.get(id) === hash) return;
  const { body, ...version } = await fetchBody(id, { signal });
  await cacheBody(userId, { fileId: id, size: body.size, ...version }, body);
};

const bring = async (userId: string, pin: Pin, signal?: AbortSignal): Promise<void> => {
  const here = new Map((await cachedDocumentsOf(userId)).map(({ fileId, hash }) => [fileId, hash]));
  for (const id of pin.fileIds) await bringFile(userId, id, here, signal);
};

/** Keeps a resource with its documents on this device. Fails where the browser has no room, and with the errors of the calls. */
export const keepOffline = async (userId: string, resource: OfflineResource, { whileWaiting = false, signal }: { whileWaiting?: boolean; signal?: AbortSignal } = {}): Promise<void> => {
  const described = await describe(userId, resource, signal);
  const { fileIds } = described;
  if (fileIds.some(isBehindCode)) throw new AppError('permission_denied');
  const pin = { kind: resource.kind, id: resource.id, ...described, whileWaiting };
  // Before the documents come: what is pinned is not evicted.
  await addPin(userId, pin);
  try {
    await bring(userId, pin, signal);
    const here = new Set((await cachedDocumentsOf(userId)).map(({ fileId }) => fileId));
    if (!fileIds.every((id) => here.has(id))) throw new AppError('idb_request_error');
  } catch (error) {
    await removePins(userId, new Set([resource.id]));
    throw error;
  }
  // The browser may ask the person, or decide by itself.
  navigator.storage?.persist?.().catch((error: unknown) => console.info('The storage of this browser may be cleared', error));
};

/** Removes a resource and its documents from this device. */
export const releaseOffline = async (userId: string, ids: readonly string[]): Promise<void> => {
  const gone = new Set(ids);
  const pins = await pinsOf(userId);
  await removePins(userId, gone);
  const stillPinned = new Set(pins.filter(({ id }) => !gone.has(id)).flatMap(({ fileIds }) => fileIds));
  const files = pins.filter(({ id }) => gone.has(id)).flatMap(({ fileIds }) => fileIds);
  await removeCachedBodies(userId, files.filter((id) => !stillPinned.has(id)));
};

const waitsFor = (userId: string, { status, recipients }: Transaction): boolean => isRunning(status) && activeRecipients(recipients).some((each) => each.userId === userId);

/** One behind an access code, or taken back meanwhile, holds up none of the others. */
const bringWaiting = async (userId: string, id: string): Promise<void> => {
  try {
    await keepOffline(userId, { kind: 'transaction', id }, { whileWaiting: true });
  } catch (error) {
    const { status, code } = toAppError(error);
    if (status !== 403 && status !== 404) throw error;
    console.info('A request that waits does not stay on this device', code);
  }
};

/** Adds what has come to wait for this person, and removes what no longer does. */
const followWaiting = async (userId: string): Promise<void> => {
  const { transactions } = await call('transactions.list', { query: { filter: 'pending' } }, { isFresh: true });
  const waiting = transactions.filter((each) => waitsFor(userId, each)).slice(0, offlineDocuments.waiting);
  const pins = await pinsOf(userId);
  const over = pins.filter(({ id, whileWaiting }) => whileWaiting && !waiting.some((each) => each.id === id));
  if (over.length > 0) await releaseOffline(userId, over.map(({ id }) => id));
  for (const { id } of waiting) if (!pins.some((pin) => pin.id === id)) await bringWaiting(userId, id);
};

/** Brings what stays on this device up to date. What fails is tried again at the next time. */
export const refreshOffline = async (userId: string): Promise<void> => {
  try {
    if (await keepsWaiting(userId)) await followWaiting(userId);
    for (const pin of await pinsOf(userId)) await refreshPin(userId, pin);
  } catch (error) {
    console.info('What stays on this device is not brought up to date now', toAppError(error).code);
  }
};

const refreshPin = async (userId: string, pin: Pin): Promise<void> => {
  try {
    const current = { ...pin, ...(await describe(userId, pin, undefined)) };
    if (JSON.stringify(current) !== JSON.stringify(pin)) await addPin(userId, current);
    await bring(userId, current);
  } catch (error) {
    const { code } = toAppError(error);
    // Gone, or no longer for this person.
    if (code === 'not_found' || code === 'permission_denied') await releaseOffline(userId, [pin.id]);
    else throw error;
  }
};
