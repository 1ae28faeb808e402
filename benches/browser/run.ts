/**
 * How the browser's main thread fares while documents are opened, scrolled and filled in.
 *
 *   npm run bench:browser                       every journey, three times
 *   npm run bench:browser -- --only 500 --runs 1 --profile     names the functions that were at work
 *
 * `WEB_DIR` names another build of the web app, for instance one that is not minified.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser, newPerson } from '../../tests/support/chromium.ts';
import { ada, signIn } from '../../tests/e2e/signed-in.ts';
import { openWorldAlone, type World } from '../../tests/e2e/world.ts';
import { root } from '../../tests/support/shared.ts';
import { blankForm, longContract, shortForm, type Subject } from './documents.ts';
import { detectionJourney, senderJourney, visitorJourney } from './journeys.ts';
import { type Held, signAgainAndAgain } from './cycles.ts';
import { observe } from './observer.ts';
import { type Offline, openOffline } from './offline.ts';
import type { Measuring, Phase } from './phases.ts';
import { type Arrival, arrive } from './recipient.ts';
import type { Passed } from './slow-network.ts';
import { report, type Run } from './report.ts';

const { values: wanted } = parseArgs({
  options: { only: { type: 'string', default: '' }, runs: { type: 'string', default: '3' }, profile: { type: 'boolean', default: false } },
});

interface Journey {
  readonly who: Run['who'];
  readonly subject: Subject;
}

async function journeys(): Promise<Journey[]> {
  const folder = join(root, '.setup', 'bench', 'browser');
  const form = await shortForm(folder);
  const thirty = await blankForm(folder, 30);
  const visitors = [form, await blankForm(folder, 29), await longContract(folder, 500, 100), await longContract(folder, 1000, 100)];
  // What is sent may have 50 MB, so the long one of a sender is lighter.
  const senders = [form, thirty, await longContract(folder, 1000, 45)];
  const searched = await blankForm(folder, 300);
  const all: Journey[] = [...visitors.map((subject) => ({ who: 'visitor' as const, subject })), ...senders.map((subject) => ({ who: 'sender' as const, subject })), { who: 'search', subject: searched }];
  return all.filter(({ who, subject }) => `${who} ${subject.name}`.includes(wanted.only));
}

/** One run of a journey, in a browser of its own person. */
async function once(world: World, { who, subject }: Journey, number: number): Promise<Phase[]> {
  const page = await newPerson(world.browser);
  page.setDefaultTimeout(240_000);
  await page.addInitScript(observe);
  const measuring: Measuring = { browser, page, profile: wanted.profile };
  try {
    if (who === 'search') return await detectionJourney(measuring, world.product.url, subject);
    if (who === 'visitor') return await visitorJourney(measuring, world.product.url, subject);
    await signIn(page, world.product.url, world.mailbox, { ...ada, email: `sender-${subject.name}-${number}@example.com` });
    return await senderJourney(measuring, subject);
  } finally {
    await page.context().close();
  }
}

/** What recipients are sent: of ordinary length, and as long as it may be. */
async function sent(): Promise<Subject[]> {
  const folder = join(root, '.setup', 'bench', 'browser');
  const all = [await longContract(folder, 10, 2), await longContract(folder, 200, 49)];
  return all.filter(({ name }) => `recipient ${name}`.includes(wanted.only));
}

/** As large as a document may be when it is opened without a network. */
async function withoutNetwork(): Promise<Subject[]> {
  const all = [await longContract(join(root, '.setup', 'bench', 'browser'), 200, 49)];
  return all.filter(({ name }) => `offline ${name}`.includes(wanted.only));
}

const CYCLES = 100;

const browser = await launchBrowser();
const world = await openWorldAlone({}, async () => browser);
const runs: Run[] = [];
const arrivals: Arrival[] = [];
const offline: Offline[] = [];
let looks: Held[] = [];
try {
  for (const journey of await journeys()) {
    for (let number = 1; number <= Number(wanted.runs); number += 1) {
      const phases = await once(world, journey, number);
      runs.push({ who: journey.who, subject: journey.subject.name, phases });
      console.log(`${journey.who} ${journey.subject.name} #${number}: ${phases.map(brief).join(' · ')}`);
      if (wanted.profile) phases.forEach(sayGuilty);
    }
  }
  for (const subject of await sent()) {
    for (let number = 1; number <= Number(wanted.runs); number += 1) {
      const arrival = await arrive(world, subject, number);
      arrivals.push(arrival);
      console.log(`recipient ${subject.name} #${number}: first field ${arrival.field.toFixed(1)} s, page ${arrival.picture.toFixed(1)} s, code ${arrival.code.toFixed(0)} kB of ${arrival.all.toFixed(0)} kB`);
      if (wanted.profile) arrival.passed.forEach(sayPassed);
    }
  }
  for (const subject of await withoutNetwork()) {
    for (let number = 1; number <= Number(wanted.runs); number += 1) {
      const opened = await openOffline({ ...world, browser }, subject, number);
      offline.push(opened);
      console.log(`offline ${subject.name} #${number}: the list after ${opened.start.toFixed(2)} s, the document after ${opened.open.toFixed(2)} s`);
    }
  }
  if ('cycles'.includes(wanted.only)) looks = await signAgainAndAgain({ ...world, browser }, CYCLES);
} finally {
  await world.close();
}
const text = report({ runs, arrivals, offline, looks });
if (wanted.only === '' && !wanted.profile) writeFileSync(join(root, 'benches', 'browser.md'), text);
console.log(text);

function brief({ name, tasks, observed, work, megabytes, seconds }: Phase): string {
  const longest = tasks.slice(0, 3).map(({ cpu, wall }) => `${cpu.toFixed(0)}(${wall.toFixed(0)})`).join(' ');
  const first = observed.firstPage === null ? '' : ` first page ${observed.firstPage.toFixed(0)} ms after ${work.main.toFixed(0)} + ${work.worker.toFixed(0)} ms of work,`;
  return `${name} (${seconds.toFixed(0)} s):${first} tasks ${longest} ms, long tasks ${observed.longTasks.length}, ${megabytes.toFixed(0)} MB`;
}

function sayPassed({ path, requested, answered, ended, bytes }: Passed): void {
  console.log(`  ${[requested, answered, ended].map((at) => (at / 1000).toFixed(2).padStart(6)).join(' ')} ${(bytes / 1000).toFixed(1).padStart(7)} kB ${path}`);
}

function sayGuilty({ name, tasks, observed }: Phase): void {
  for (const task of tasks.filter(({ cpu }) => cpu > 25)) {
    console.log(`  ${name}: a task of ${task.cpu.toFixed(0)} ms (${task.wall.toFixed(0)} by the clock)`);
    for (const { name: guilty, ms } of task.guilty) console.log(`    ${ms.toFixed(1).padStart(7)} ${guilty}`);
  }
  for (const frame of observed.frames) console.log(`  frame ${frame.duration.toFixed(0)} (blocked ${frame.blocking.toFixed(0)}): ${frame.scripts.map((script) => `${script.duration.toFixed(0)} ${script.invoker} ${script.name} ${script.source.split('/').at(-1)}`).join(', ')}`);
}
