/** One event of Chromium's trace format. Times are microseconds. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  id?: string;
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: ProfileData };
}

interface ProfileNode {
  id: number;
  parent?: number;
  callFrame: { functionName: string; url?: string; lineNumber?: number };
}

interface ProfileData {
  startTime?: number;
  cpuProfile?: { nodes?: ProfileNode[]; samples?: number[] };
  timeDeltas?: number[];
}

/** One task of the main thread: what it cost this thread, and how long it lasted on the clock. */
export interface Task {
  readonly start: number;
  readonly cpu: number;
  readonly wall: number;
  /** Where the time went, largest first; empty without a profile. */
  readonly guilty: { name: string; ms: number }[];
}

/** What to record; a profile costs time itself, so it is off where figures are taken. */
export function categories(profile: boolean): string[] {
  const tasks = ['toplevel', 'disabled-by-default-devtools.timeline', 'blink.user_timing', '__metadata'];
  return profile ? [...tasks, 'disabled-by-default-v8.cpu_profiler', 'devtools.timeline', 'v8'] : tasks;
}

/** The name of the mark with which a phase begins. */
export const MARK = 'countersign:phase';

const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask']);

/** Microseconds from which a task's parts are told. */
const WORTH_NAMING = 20_000;

export const readTrace = (trace: Buffer): TraceEvent[] => (JSON.parse(trace.toString('utf8')) as { traceEvents: TraceEvent[] }).traceEvents;

/** What the tab's threads had to work in the first milliseconds of a phase: the main thread, and the busiest worker. */
export interface WorkUntil {
  readonly main: number;
  readonly worker: number;
}

export function workUntil(traceEvents: readonly TraceEvent[], milliseconds: number): WorkUntil {
  const { pid, tid } = mainThread(traceEvents);
  const began = traceEvents.findLast((event) => event.pid === pid && event.tid === tid && event.name === MARK)?.ts ?? 0;
  const within = traceEvents.filter(({ pid: process, name, ph, ts }) => process === pid && ph === 'X' && TASKS.has(name) && ts >= began && ts <= began + milliseconds * 1000);
  const work = (thread: number): number => outermost(within.filter((event) => event.tid === thread)).reduce((sum, { dur = 0, tdur = dur }) => sum + tdur / 1000, 0);
  const workers = new Set(traceEvents.filter((event) => event.pid === pid && event.name === 'thread_name' && event.args?.name?.startsWith('DedicatedWorker')).map((event) => event.tid));
  return { main: work(tid), worker: Math.max(0, ...[...workers].map(work)) };
}

/** The tasks of the page's main thread. */
export function mainThreadTasks(traceEvents: readonly TraceEvent[]): Task[] {
  const main = mainThread(traceEvents);
  const own = traceEvents.filter(({ pid, tid }) => pid === main.pid && tid === main.tid);
  // What came before the last mark was the measuring itself.
  const began = Math.max(0, ...own.filter(({ name }) => name === MARK).map(({ ts }) => ts));
  const tasks = outermost(own.filter(({ name, ph, ts }) => ph === 'X' && TASKS.has(name) && ts >= began));
  const samples = profileSamples(own, traceEvents.filter(({ pid }) => pid === main.pid));
  return tasks.map(({ ts, dur = 0, tdur }) => ({
    start: ts / 1000,
    cpu: (tdur ?? dur) / 1000,
    wall: dur / 1000,
    guilty: (tdur ?? dur) < WORTH_NAMING ? [] : [...stepsBetween(own, ts, ts + dur), ...guiltyBetween(samples, ts, ts + dur)],
  }));
}

/** What the browser itself did in a task (style, layout, parsing, collection of garbage), each with what it cost. */
function stepsBetween(own: readonly TraceEvent[], from: number, to: number): { name: string; ms: number }[] {
  const costs = new Map<string, number>();
  for (const { name, ph, ts, dur = 0, tdur } of own) {
    if (ph !== 'X' || TASKS.has(name) || ts < from || ts + dur > to) continue;
    costs.set(name, (costs.get(name) ?? 0) + (tdur ?? dur) / 1000);
  }
  return [...costs].filter(([, ms]) => ms > 1).map(([name, ms]) => ({ name: `[${name}]`, ms })).toSorted((a, b) => b.ms - a.ms);
}

/** The renderer's main thread that worked most: others are spare processes. */
function mainThread(events: readonly TraceEvent[]): { pid: number; tid: number } {
  const mains = events.filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain');
  const busy = mains.map(({ pid, tid }) => ({ pid, tid, work: events.filter((event) => event.pid === pid && event.tid === tid && TASKS.has(event.name)).length }));
  const [most] = busy.toSorted((a, b) => b.work - a.work);
  if (!most) throw new Error('The trace has no main thread');
  return most;
}

/** Both kinds of task events nest; the outer one is the task. */
function outermost(events: readonly TraceEvent[]): TraceEvent[] {
  let end = -Infinity;
  return events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0)).filter(({ ts, dur = 0 }) => {
    if (ts + dur <= end) return false;
    end = Math.max(end, ts + dur);
    return true;
  });
}

interface Sample {
  at: number;
  cost: number;
  stack: string[];
}

/** The samples of the main thread's profile, in time. */
function profileSamples(own: readonly TraceEvent[], process: readonly TraceEvent[]): Sample[] {
  const begin = own.find(({ name }) => name === 'Profile');
  if (!begin) return [];
  const nodes = new Map<number, ProfileNode>();
  const samples: Sample[] = [];
  let at = begin.args?.data?.startTime ?? begin.ts;
  for (const { name, id, args } of process) {
    if (name !== 'ProfileChunk' || id !== begin.id) continue;
    for (const node of args?.data?.cpuProfile?.nodes ?? []) nodes.set(node.id, node);
    for (const [index, sample] of (args?.data?.cpuProfile?.samples ?? []).entries()) {
      const cost = args?.data?.timeDeltas?.[index] ?? 0;
      at += cost;
      samples.push({ at, cost, stack: stackOf(nodes, sample) });
    }
  }
  return samples;
}

function stackOf(nodes: ReadonlyMap<number, ProfileNode>, id: number): string[] {
  const stack: string[] = [];
  for (let node = nodes.get(id); node; node = node.parent === undefined ? undefined : nodes.get(node.parent)) {
    const { functionName, url = '', lineNumber = 0 } = node.callFrame;
    stack.push(`${functionName || '(anonymous)'} ${url.split('/').at(-1)}:${lineNumber + 1}`);
  }
  return stack;
}

const MOST_NAMED = 25;
const IDLE = /^\((root|program|idle)\)/;

/** Inclusive time of each function within a stretch. */
function guiltyBetween(samples: readonly Sample[], from: number, to: number): { name: string; ms: number }[] {
  const costs = new Map<string, number>();
  for (const { at, cost, stack } of samples) {
    if (at < from || at > to) continue;
    for (const name of new Set(stack)) if (!IDLE.test(name)) costs.set(name, (costs.get(name) ?? 0) + cost / 1000);
  }
  return [...costs].map(([name, ms]) => ({ name, ms })).toSorted((a, b) => b.ms - a.ms).slice(0, MOST_NAMED);
}
