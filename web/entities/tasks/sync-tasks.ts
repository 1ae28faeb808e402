/**
 * Sends what was done without the server, in order: one tab at a time, for all. What the server refuses stops the tasks of that
 * resource and waits for the person; the others go on.
 */
import { errorTexts, type ErrorCode } from '#contract/errors.ts';
import { timing } from '#contract/limits/timing.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { currentSession } from '#web/services/auth/auth.ts';
import { availability } from '#web/services/availability.ts';
import { notifyOtherTabs } from '#web/services/other-tabs.ts';
import { changeTask, changeTasks, isExpired, tasksOf, type Task } from '#web/services/tasks/task-store.ts';
import { fileReceived } from '../files/files.slice.ts';
import { filesRequests } from '../files/files.requests.ts';
import type { ListState } from '../list-state.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { templatesRequests } from '../templates/templates.requests.ts';
import { templateReceived } from '../templates/templates.slice.ts';
import { transactionsRequests } from '../transactions/transactions.requests.ts';
import { transactionReceived } from '../transactions/transactions.slice.ts';
import { Clash, runTask, type Outcome } from './run-task.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

const LOCK = 'countersign-tasks';

/** Failures that pass by themselves. */
const passing: ReadonlySet<ErrorCode> = new Set(['unknown_network_error', 'request_timeout_error', 'service_unavailable', 'rate_limit_exceeded', 'process_canceled', 'session_expired', 'unauthorized', 'invalid_token']);

/** Is being sent by somebody who still gives signs of life. */
const isElsewhere = ({ state, syncingSince }: Task): boolean => state === 'syncing' && syncingSince !== null && Date.now() - syncingSince < timing.syncingLock;

/**
 * Only one tab of the browser sends. A tab that holds the lock and has stood still for three minutes loses it: what it sends all the
 * same changes nothing twice. A browser without locks relies on the marks of the tasks.
 */
const alone = async (userId: string, work: () => Promise<void>): Promise<void> => {
  if (!('locks' in navigator)) return work();
  const isFree = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  }).catch((error: unknown) => {
    // Another tab has taken it over.
    if (toAppError(error).code !== 'process_canceled') throw error;
    return true;
  });
  if (isFree) return;
  const running = (await tasksOf(userId)).filter(({ state }) => state === 'syncing');
  if (running.length > 0 && !running.some(isElsewhere)) await navigator.locks.request(LOCK, { steal: true }, work);
};

/** When what failed for a passing reason is tried again, by task, and how often it failed. */
const pauses = new Map<number, { until: number; failures: number }>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** The service is back: nothing waits any longer. */
export const forgetPauses = (): void => pauses.clear();

/** The next task in order whose resource is not held up by an earlier one. */
const nextDue = (tasks: readonly Task[], chosen: number | undefined, tried: ReadonlySet<number>): Task | undefined => {
  const stopped = new Set<string>();
  const isStopped = (task: Task): boolean => {
    if (tried.has(task.id) || [task.resourceId, ...task.needs].some((id) => stopped.has(id))) return true;
    if (task.id === chosen) return false;
    return task.state === 'failed' || (pauses.get(task.id)?.until ?? 0) > Date.now() || (!('locks' in navigator) && isElsewhere(task));
  };
  for (const task of tasks) {
    if (!isStopped(task)) return task;
    stopped.add(task.resourceId);
  }
  return undefined;
};

const show = (kind: Task['kind'], resource: NonNullable<Outcome['resource']>): Thunk<void> => (dispatch) => {
  if (kind === 'file') dispatch(fileReceived(resource as Parameters<typeof fileReceived>[0]));
  else if (kind === 'template') dispatch(templateReceived(resource as Parameters<typeof templateReceived>[0]));
  else dispatch(transactionReceived(resource as Parameters<typeof transactionReceived>[0]));
};

const versionIn = (resource: NonNullable<Outcome['resource']>): number => ('metaVersion' in resource ? resource.metaVersion : resource.version);

/** A version that no resource has: what follows is looked at again. */
const NONE = 0;

/** What is sent is what the person has seen, without the changes of others: they look at it again. */
const unsent = (tasks: readonly Task[], { resourceId }: Task): Task[] =>
  tasks.filter((each) => each.call === 'transactions.start' && (each.resourceId === resourceId || each.needs.includes(resourceId))).map((each) => ({ ...each, version: NONE }));

/** The task is done; those after it are based on its result. */
const settle = (task: Task, { resource, isMerged = false }: Outcome): Promise<void> =>
  changeTasks(task.userId, task.orgId, (tasks) => {
    const version = resource ? versionIn(resource) : undefined;
    const later = tasks.filter((each) => each.id > task.id && each.resourceId === task.resourceId && each.version !== NONE && each.version !== undefined && version !== undefined);
    return { remove: tasks.filter(({ id }) => id === task.id), put: [...later.map((each) => ({ ...each, version: isMerged ? NONE : version })), ...(isMerged ? unsent(tasks, task) : [])] };
  });

const pauseAfter = (task: Task, { retryAfter }: AppError): void => {
  const failures = (pauses.get(task.id)?.failures ?? 0) + 1;
  const wait = Math.min(retryAfter ?? timing.retryBackoffStart * timing.retryBackoffFactor ** (failures - 1), timing.falseAlarmLongest);
  pauses.set(task.id, { until: Date.now() + wait, failures });
};

/** Notes a failure. Returns whether the other tasks can go on. */
const noteFailure = async (task: Task, caught: unknown): Promise<boolean> => {
  if (caught instanceof Clash) {
    // It waits in the store of drafts by now.
    await changeTasks(task.userId, task.orgId, (tasks) => ({ remove: tasks.filter(({ id }) => id === task.id), put: unsent(tasks, task) }));
    return true;
  }
  const error = toAppError(caught);
  const passes = passing.has(error.code);
  if (passes) pauseAfter(task, error);
  else pauses.delete(task.id);
  await changeTask(task, { state: passes ? 'waiting' : 'failed', reason: error.toInfo() });
  return !passes || (availability() === 'available' && currentSession() !== null);
};

const attempt = (task: Task): Thunk<Promise<{ isDone: boolean; goesOn: boolean }>> => async (dispatch) => {
  if (isExpired(task)) {
    await changeTask(task, { state: 'failed', reason: new AppError('request_timeout_error', { message: errorTexts.taskTimeout }).toInfo() });
    return { isDone: false, goesOn: true };
  }
  const current = await changeTask(task, { state: 'syncing', syncingSince: Date.now(), reason: null });
  // Taken back meanwhile.
  if (!current) return { isDone: false, goesOn: true };
  try {
    // Whether it was tried before.
    const outcome = await runTask({ ...current, syncingSince: task.syncingSince });
    await settle(task, outcome);
    pauses.delete(task.id);
    if (outcome.resource) dispatch(show(task.kind, outcome.resource));
    notifyOtherTabs({ userId: task.userId, kind: task.kind, id: task.resourceId });
    return { isDone: true, goesOn: true };
  } catch (caught) {
    return { isDone: false, goesOn: await noteFailure(task, caught) };
  }
};

const wasListed = ({ shown, initiallyFetched }: ListState<unknown>): boolean => shown !== null || initiallyFetched;

/** Asks for the lists anew, in which marks and places have changed. */
export const refreshLists: Thunk<void> = (dispatch, getState) => {
  const { files, transactions, templates } = getState();
  if (wasListed(files)) void dispatch(filesRequests.refresh());
  if (wasListed(transactions)) void dispatch(transactionsRequests.refresh());
  if (wasListed(templates)) void dispatch(templatesRequests.refresh());
};

const runAll = (userId: string, chosen: number | undefined): Thunk<Promise<number>> => async (dispatch, getState) => {
  const tried = new Set<number>();
  let done = 0;
  for (;;) {
    if (getState().session.userId !== userId || currentSession()?.userId !== userId || availability() === 'unavailable') return done;
    const task = nextDue(await tasksOf(userId), chosen, tried);
    if (!task) return done;
    tried.add(task.id);
    const { isDone, goesOn } = await dispatch(attempt(task.id === chosen ? { ...task, createdAt: Date.now() } : task));
    if (isDone) done += 1;
    if (!goesOn) return done;
  }
};

/** Looks again when the first pause is over. Those that were over before this look wait for something else. */
const scheduleAgain = (looked: number, again: () => void): void => {
  clearTimeout(timer);
  const next = Math.min(...[...pauses.values()].map(({ until }) => until).filter((until) => until > looked));
  if (Number.isFinite(next)) timer = setTimeout(again, Math.max(0, next - Date.now()));
};

/** Sends what waits. `chosen`: also this task, although it was refused. Returns how many are done. */
export const syncTasks = (chosen?: number): Thunk<Promise<number>> => async (dispatch, getState) => {
  const { userId } = getState().session;
  if (userId === null) return 0;
  let done = 0;
  const looked = Date.now();
  await alone(userId, async () => {
    done = await dispatch(runAll(userId, chosen));
  });
  scheduleAgain(looked, () => void dispatch(syncTasks()));
  if (done > 0) dispatch(refreshLists);
  return done;
};

/** Takes back what was done here and the server does not have. What it had made goes with it, and what is built on it. */
export const discardTask = ({ id, userId, orgId, call, resourceId }: Task): Thunk<Promise<void>> => async (dispatch) => {
  const isCreated = call === 'files.createMeta' || call === 'transactions.create' || call === 'templates.create';
  // What was to be sent had this change in it.
  const goesAlong = (each: Task): boolean => each.id > id && (isCreated || each.call === 'transactions.start') && (each.resourceId === resourceId || each.needs.includes(resourceId));
  await changeTasks(userId, orgId, (tasks) => {
    const own = tasks.find((each) => each.id === id);
    // It is on its way.
    return own && isElsewhere(own) ? {} : { remove: tasks.filter((each) => each.id === id || goesAlong(each)) };
  });
  dispatch(refreshLists);
};
