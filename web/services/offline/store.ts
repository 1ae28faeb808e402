/** The stores of answers and documents. They are loaded once the first screen had the line for itself, or when something is looked for in them. */
import type { CallId } from '#contract/calls/calls.ts';
import { timing } from '#contract/limits/timing.ts';
import type { RawInput } from '../api/request.ts';
import { toAppError } from '../app-error.ts';
import { createSignal } from '../signal.ts';
import { hasTasks } from '../tasks/has-tasks.ts';
import { hasDocuments } from './has-documents.ts';
import type { BodyVersion } from './cached-bodies.ts';

const loadAnswers = () => import('./answers.ts');
const loadBodies = () => import('./cached-bodies.ts');

let quiet: Promise<void> | undefined;
let begin: () => void = () => undefined;

/** Resolves some seconds after the start, or as soon as the person leaves the page. */
const whenQuiet = (): Promise<void> => {
  quiet ??= new Promise((resolve) => {
    begin = resolve;
    setTimeout(resolve, timing.offlineStoreDelay);
    globalThis.addEventListener?.('visibilitychange', () => resolve(), { once: true });
  });
  return quiet;
};

const inBackground = (work: () => Promise<unknown>): void => {
  whenQuiet().then(work).catch((error: unknown) => console.info('Something is not kept in this browser', toAppError(error).message));
};

/** Keeps at once what came: the person will need it without the server. */
export const cacheNow = (): void => begin();

/** The code of the stores is not here: of another version by now, or never loaded before the line broke. The server is asked as if nothing were kept. */
const notReachable = (error: unknown): undefined => void console.info('What the browser kept can\'t be reached', toAppError(error).message);

const used = createSignal<void>();
/** Emitted when something is shown that was kept, and may be out of date. */
export const onCachedAnswer = used.subscribe;

export const cacheAnswer = (userId: string, call: CallId, input: RawInput, answer: unknown): void =>
  inBackground(async () => (await loadAnswers()).cacheAnswer(userId, call, input, answer));

export const cachedAnswer = async (userId: string, call: CallId, input: RawInput): Promise<unknown> => {
  const found = await loadAnswers().then((answers) => answers.cachedAnswer(userId, call, input)).catch(notReachable);
  if (found !== undefined) used.emit();
  return found;
};

/** Deletes the answer that was given before: this person has lost what it was about. */
export const dropAnswer = (userId: string, call: CallId, input: RawInput): void =>
  inBackground(async () => {
    await (await loadAnswers()).dropAnswer(userId, call, input);
    const { id } = { ...input.params } as { id?: string };
    // Not for an address of the document: an earlier version may be refused alone.
    if (call === 'files.getMeta' && id !== undefined && hasDocuments()) await (await loadBodies()).removeCachedBodies(userId, [id]);
  });

export const cacheBody = (userId: string, version: BodyVersion, body: Blob): void => inBackground(async () => (await loadBodies()).cacheBody(userId, version, body));

/** A document that exists only here. */
const ownBody = async (userId: string, { fileId, size }: BodyVersion): Promise<Blob | null> => {
  const body = hasTasks() ? await import('../tasks/task-store.ts').then(({ taskBody }) => taskBody(userId, fileId)).catch(notReachable) : null;
  return body?.size === size ? body : null;
};

/** Null at once where this browser has no documents. */
export const cachedBody = async (userId: string, version: BodyVersion): Promise<Blob | null> =>
  (await ownBody(userId, version)) ?? (hasDocuments() ? ((await loadBodies().then((bodies) => bodies.cachedBody(userId, version)).catch(notReachable)) ?? null) : null);
