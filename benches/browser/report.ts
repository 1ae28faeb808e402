import { cpus, loadavg } from 'node:os';
import type { Phase } from './phases.ts';
import { type Arrival, telephone } from './recipient.ts';

/** One run of one journey. */
export interface Run {
  readonly who: 'visitor' | 'sender' | 'search';
  readonly subject: string;
  readonly phases: readonly Phase[];
}

/** Phases that begin without a page. */
const SHOWING: ReadonlySet<string> = new Set(['open', 'fill']);

const phaseOf = (run: Run, name: string): Phase | undefined => run.phases.find((phase) => phase.name === name);
const least = (values: readonly number[]): number => Math.min(...values);

/** The least of the runs: what the work costs when nothing else disturbs it. */
function row(runs: readonly Run[], name: string): string | null {
  const [first] = runs;
  const phases = runs.flatMap((run) => phaseOf(run, name) ?? []);
  if (!first || phases.length === 0) return null;
  const longest = phases.map(({ tasks }) => tasks[0]?.cpu ?? 0);
  const walls = phases.map(({ observed }) => Math.max(0, ...observed.longTasks.map(({ duration }) => duration)));
  const counts = phases.map(({ tasks }) => tasks.filter(({ cpu }) => cpu > 50).length);
  const firsts = SHOWING.has(name) ? phases.flatMap(({ observed }) => observed.firstPage ?? []) : [];
  const cells = [
    first.who,
    first.subject,
    name,
    least(longest).toFixed(0),
    least(counts),
    least(walls).toFixed(0),
    firsts.length > 0 ? least(firsts).toFixed(0) : '',
    firsts.length > 0 ? `${least(phases.map(({ work }) => work.main)).toFixed(0)} + ${least(phases.map(({ work }) => work.worker)).toFixed(0)}` : '',
    least(phases.map(({ seconds }) => seconds)).toFixed(1),
    least(phases.map(({ megabytes }) => megabytes)).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The best arrival with each document. */
function arrivalRows(arrivals: readonly Arrival[]): string {
  const subjects = [...new Set(arrivals.map(({ subject }) => subject))];
  return subjects
    .map((subject) => {
      const own = arrivals.filter((each) => each.subject === subject);
      const best = own.toSorted((a, b) => a.field - b.field)[0];
      return best ? `| ${subject} | ${best.megabytes.toFixed(0)} | ${best.field.toFixed(1)} | ${best.picture.toFixed(1)} | ${best.code.toFixed(0)} | ${best.all.toFixed(0)} |\n` : '';
    })
    .join('');
}

export function report(runs: readonly Run[], arrivals: readonly Arrival[]): string {
  const journeys = new Map<string, Run[]>();
  for (const run of runs) journeys.set(`${run.who} ${run.subject}`, [...(journeys.get(`${run.who} ${run.subject}`) ?? []), run]);
  const names = [...new Set(runs.flatMap(({ phases }) => phases.map(({ name }) => name)))];
  const rows = [...journeys.values()].flatMap((group) => names.flatMap((name) => row(group, name) ?? []));
  const [some = []] = [...journeys.values()];
  return `# The browser's main thread

Made by \`npm run bench:browser\`: Chromium without a graphics card, ${cpus().length} cores, ${some.length} runs, the least of them.
Load of the machine at the end: ${(loadavg()[0] ?? 0).toFixed(1)}; far above the number of cores, what is told by the clock is mostly waiting.

A task counts by the processor time of the main thread (from Chromium's trace), not by the clock: other work on the machine
makes a task last longer, not cost more. Beside it stands what the page's own observer of long tasks saw by the clock (0: none
over 50 ms). Memory is what the tab's process holds for itself after a collection of garbage. "First page" counts from the
choice of the file to the frame in which its picture is seen, by the clock; beside it stands what the main thread and the
busiest worker had to work until then, in milliseconds of processor time: a machine with nothing else to do needs little more.
"All of it" is the whole phase by the clock: the phase \`detect\` ends when the fields of the last page are found.

| who | document | doing | longest task, CPU ms | tasks over 50 ms CPU | longest task by the clock, ms | first page, ms | work until then, ms | all of it, s | tab, MB |
|---|---|---|---|---|---|---|---|---|---|
${rows.join('\n')}

## A recipient on a telephone

The link of the mail is opened on a screen of 360 × 740, the processor ${telephone.cpuSlowdown} times as slow (by the browser's emulation), over a line of
${telephone.bitsPerSecond / 1e6} Mbit/s and ${telephone.latency} ms there and back (by a proxy: the emulation leaves out what workers fetch). Seconds from the link to the
first field on the page and to the picture below it; kilobytes that came until the first field.

| document | MB | first field, s | its page, s | code, kB | everything, kB |
|---|---|---|---|---|---|
${arrivalRows(arrivals)}`;
}
