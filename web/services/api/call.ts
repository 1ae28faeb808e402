import ky, { HTTPError, TimeoutError } from 'ky';
import type { CallId, InputOf, OutputOf } from '#contract/calls/calls.ts';
import { calls } from '#contract/calls/calls.ts';
import { traceHeader } from '#contract/calls/common.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { withoutUnknown } from '#contract/known-fields.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError, isErrorCode, toAppError } from '../app-error.ts';
import { currentSession, personWithoutServer, restoreSession } from '../auth/auth.ts';
import { availability, reportNetworkFailure } from '../availability.ts';
import { hostUrl } from '../config.ts';
import { noteContact } from '../offline/known-person.ts';
import { dropAnswer, cacheAnswer, cachedAnswer } from '../offline/store.ts';
import { createSignal } from '../signal.ts';
import { hasTasks } from '../tasks/has-tasks.ts';
import { inSpace } from '../space.ts';
import { noteFailedTrace } from './failed-trace.ts';
import { prefetchCache, Refusal } from './prefetch-cache.ts';
import type { RawInput } from './request.ts';
import { addressOf, errorOfAnswer, retryAfterOf } from './request.ts';
import { noteServerTime } from './server-clock.ts';

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Only what the server answers now, nothing that the browser kept. */
  isFresh?: boolean;
}

/** The server no longer accepts the session: the app signs in again and comes back. */
const sessionLost = createSignal<AppError>();
export const onSessionLost = sessionLost.subscribe;

/** The server requires a recent sign-in for this change. */
const reauthenticationRequired = createSignal<AppError>();
export const onReauthenticationRequired = reauthenticationRequired.subscribe;

/** Attempts per call that may be repeated. */
const TRIES = 4;

const readBody = async (response: Response, { bytes }: CallDefinition): Promise<unknown> => {
  if (response.status === 204) return undefined;
  // Other types that are not JSON are text, as PEM is.
  if (response.ok && bytes?.response === 'application/pdf') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (!response.headers.get('content-type')?.includes('json')) return text;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('unknown_parsing_error', { message: 'The answer is not JSON', status: response.status, cause });
  }
};

/** A call with a ticket needs no access token. */
const needsToken = ({ auth }: CallDefinition, { query }: RawInput): boolean =>
  auth === 'bearer' || ((auth === 'ticket' || auth === 'identityTicket') && !(query && 'ticket' in query && query.ticket));

const headersOf = (definition: CallDefinition, input: RawInput): Record<string, string> => {
  const token = needsToken(definition, input) ? currentSession()?.token : undefined;
  return { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
};

/** Drops properties that the contract does not accept, so that an entity from the server can be sent back. */
const bodyOf = ({ body: shape }: CallDefinition, body: unknown): unknown => (shape ? withoutUnknown(shape, body) : body);

const whereTo = (definition: CallDefinition, input: RawInput): string =>
  addressOf(definition, hostUrl(definition.host), { ...input, query: inSpace(definition, input.query) });

/** Bytes. Browsers limit the bodies of all `keepalive` requests together to 64 KiB. */
const KEEPALIVE_LIMIT = 60_000;

let leaving = false;
if (typeof window !== 'undefined') {
  window.addEventListener('pagehide', () => (leaving = true));
  window.addEventListener('pageshow', () => (leaving = false));
}

/** Whether to send with `keepalive`: the page is being hidden, and the body is small enough. */
const outlivesPage = (body: unknown): boolean => (leaving || document.visibilityState === 'hidden') && JSON.stringify(body).length < KEEPALIVE_LIMIT;

const send = async (definition: CallDefinition, input: RawInput, signal: AbortSignal | undefined): Promise<unknown> => {
  const response = await ky(whereTo(definition, input), {
    method: definition.method,
    headers: headersOf(definition, input),
    cache: 'no-store',
    retry: 0,
    timeout: definition.timeout,
    throwHttpErrors: false,
    credentials: definition.auth === 'cookie' ? 'include' : 'same-origin',
    ...(input.body === undefined ? {} : { json: bodyOf(definition, input.body), ...(outlivesPage(input.body) ? { keepalive: true } : {}) }),
    ...(signal ? { signal } : {}),
  });
  noteServerTime(response.headers.get('date'));
  const body = await readBody(response, definition);
  if (response.ok) {
    const person = currentSession()?.userId;
    if (person !== undefined) noteContact(person);
    return body;
  }
  noteFailedTrace(response.headers.get(traceHeader));
  throw errorOfAnswer(response.status, body, isErrorCode, retryAfterOf(response.headers.get('retry-after')));
};

/** Maps network failures and timeouts to codes. */
const asAppError = (error: unknown): AppError => {
  if (error instanceof AppError || error instanceof HTTPError) return toAppError(error);
  if (error instanceof TimeoutError) return new AppError('request_timeout_error', { status: 408, cause: error });
  const known = toAppError(error);
  return known.code === 'process_canceled' ? known : new AppError('unknown_network_error', { cause: error });
};

/** 1 s, and three times as long each further time; or as long as the server asks for. */
const pauseBefore = (tries: number, { retryAfter }: AppError): number => retryAfter ?? timing.retryBackoffStart * timing.retryBackoffFactor ** tries;

/** Waits; an aborted call fails at once. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(new AppError('process_canceled'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
  });

/**
 * Whether a call may be sent again by itself: one that the server did not take up because of its rate, and a read that was lost on the
 * way although the service is there, or for which the server names a time. Anything else might happen twice.
 */
const mayRepeat = async (definition: CallDefinition, error: AppError): Promise<boolean> => {
  if ((error.retryAfter ?? 0) > timing.retryAfterMaximum) return false;
  if (error.code === 'rate_limit_exceeded') return definition.auth === 'bearer';
  if (definition.method !== 'GET' || definition.once) return false;
  if (error.code === 'unknown_network_error') return (await reportNetworkFailure()) === 'available';
  return error.code === 'service_unavailable' && error.retryAfter !== null && availability() !== 'unavailable';
};

/** A failed prefetch counts as a miss: the call sends its own request and reports the error. */
const prefetchedAnswer = async (definition: CallDefinition, input: RawInput): Promise<unknown> => {
  if (definition.method !== 'GET') return undefined;
  try {
    return await prefetchCache.take(whereTo(definition, input));
  } catch {
    return undefined;
  }
};

/** Calls `then` once a prefetched response was taken, since it may be out of date by then. Returns false if there is none. */
export const onPrefetchedTaken = <Id extends CallId>(id: Id, input: InputOf<Id>, then: () => void): boolean => prefetchCache.onRemoved(whereTo(calls[id], input), then);

/** Whose answers are kept and found: a token may be missing while the server is away. */
const personOf = ({ auth }: CallDefinition): string | null => (auth === 'bearer' ? (currentSession()?.userId ?? personWithoutServer()) : null);

/** Keeps an answer for whoever asked, and gives it on. */
const keeper = <Id extends CallId>(id: Id, input: InputOf<Id>) => {
  const person = personOf(calls[id]);
  return (answer: unknown): OutputOf<Id> => {
    if (person !== null) cacheAnswer(person, id, inputInSpace(id, input), answer);
    return answer as OutputOf<Id>;
  };
};

const inputInSpace = (id: CallId, input: RawInput): RawInput => ({ ...input, query: inSpace(calls[id] as CallDefinition, input.query) });

/** Takes a prefetched response, if there is one. */
export const takePrefetched = async <Id extends CallId>(id: Id, input: InputOf<Id>): Promise<OutputOf<Id> | undefined> => {
  const known = await prefetchedAnswer(calls[id], input);
  return known instanceof Refusal || known === undefined ? undefined : keeper(id, input)(known);
};

/** The app has opened without the server: its session comes first when the server is back. */
const renewSession = async ({ auth }: CallDefinition): Promise<void> => {
  if (auth !== 'bearer' || currentSession() || personWithoutServer() === null) return;
  if (availability() !== 'unavailable') await restoreSession();
  if (!currentSession() && personWithoutServer() !== null) throw new AppError('unknown_network_error');
};

const sendWithRetries = async (definition: CallDefinition, input: RawInput, signal: AbortSignal | undefined): Promise<unknown> => {
  for (let tries = 0; ; tries++) {
    try {
      await renewSession(definition);
      return await send(definition, input, signal);
    } catch (caught) {
      const error = asAppError(caught);
      if (error.code === 'unknown_network_error') void reportNetworkFailure();
      if (tries === TRIES - 1 || signal?.aborted || !(await mayRepeat(definition, error))) {
        if (definition.auth === 'bearer' && (error.code === 'unauthorized' || error.code === 'invalid_token')) sessionLost.emit(error);
        if (error.code === 'reauthentication_required') reauthenticationRequired.emit(error);
        throw error;
      }
      await pause(pauseBefore(tries, error), signal);
    }
  }
};

const isAway = (error: unknown): boolean => ['unknown_network_error', 'service_unavailable'].includes(toAppError(error).code);

/** The server knows the person, and has nothing of this kind for them: it is gone, or no longer theirs. */
const isRefused = (error: unknown): boolean => [403, 404, 410].includes(toAppError(error).status);

/** The answer of the server; while it is away, or lets one wait, the one that it gave before. */
const answerOrCached = async (answer: Promise<unknown>, cached: () => Promise<unknown>): Promise<unknown> => {
  const settled = answer.catch(async (error: unknown) => {
    const found = isAway(error) ? await cached() : undefined;
    if (found === undefined) throw error;
    return found;
  });
  if (availability() === 'available') return settled;
  // What was kept is not shown over an answer that comes: nothing would fetch it again.
  const late = new Promise((resolve) => setTimeout(resolve, timing.storedAnswerDelay)).then(() => (availability() === 'available' ? undefined : cached()));
  return (await Promise.race([settled, late])) ?? settled;
};

const askServer = async <Id extends CallId>(id: Id, input: InputOf<Id>, options: CallOptions): Promise<OutputOf<Id>> => {
  const definition: CallDefinition = calls[id];
  const person = personOf(definition);
  const keep = keeper(id, input);
  const drop = (error: unknown): never => {
    if (person !== null && definition.method === 'GET' && isRefused(error)) dropAnswer(person, id, inputInSpace(id, input));
    throw error;
  };
  const known = await prefetchedAnswer(definition, input);
  if (known instanceof Refusal) return drop(errorOfAnswer(known.status, known.body, isErrorCode));
  if (known !== undefined) return keep(known);
  const answer = sendWithRetries(definition, input, options.signal).then(keep, drop);
  if (person === null || definition.method !== 'GET' || options.isFresh) return answer;
  return (await answerOrCached(answer, () => cachedAnswer(person, id, inputInSpace(id, input)))) as OutputOf<Id>;
};

const loadTasks = () => import('../tasks/task-calls.ts');

/** What was done without the server, and does not have to wait for it: the answer, or undefined. */
const answerWithoutServer = async (person: string, id: CallId, input: RawInput, isOut: boolean): Promise<{ value: unknown } | undefined> =>
  hasTasks() || (isOut && (calls[id] as CallDefinition).mayWait) ? (await loadTasks()).answeredHere(person, id, inputInSpace(id, input), isOut) : undefined;

/** What the server has done is done, whatever fails here. */
const withTasksDone = async (person: string, id: CallId, input: RawInput, answer: unknown): Promise<unknown> => {
  try {
    return await (await loadTasks()).withTasksDone(person, id, inputInSpace(id, input), answer);
  } catch (error) {
    console.warn(toAppError(error).message);
    return answer;
  }
};

/**
 * One call of the contract: `await call('files.getMeta', { params: { id } })`.
 * Fails with an AppError: the server's code, `request_timeout_error`, `unknown_network_error` or `process_canceled`.
 * Without the server, the last answers to some questions are given again (`services/offline/answers.ts`), and some changes wait for it
 * (`services/tasks`).
 */
export const call = async <Id extends CallId>(id: Id, input: InputOf<Id>, options: CallOptions = {}): Promise<OutputOf<Id>> => {
  const person = personOf(calls[id]);
  if (person === null || options.isFresh) return askServer(id, input, options);
  const here = await answerWithoutServer(person, id, input, availability() === 'unavailable');
  if (here) return here.value as OutputOf<Id>;
  try {
    const answer = await askServer(id, input, options);
    return hasTasks() ? ((await withTasksDone(person, id, input, answer)) as OutputOf<Id>) : answer;
  } catch (error) {
    if (!isAway(error) || !(hasTasks() || (calls[id] as CallDefinition).mayWait)) throw error;
    return (await (await loadTasks()).answeredLate(person, id, inputInSpace(id, input), error)) as OutputOf<Id>;
  }
};
