import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { devices, newPerson } from '../../tests/support/chromium.ts';
import { linkIn } from '../../tests/support/mailbox.ts';
import { askToSign, openRequest } from '../../tests/e2e/people.ts';
import { ada, signedIn } from '../../tests/e2e/signed-in.ts';
import { startForReal } from '../../tests/api/real-signing.ts';
import { clientIn, fieldFor, makeDraft, recipient } from '../../tests/e2e/requests.ts';
import type { World } from '../../tests/e2e/world.ts';
import type { Subject } from './documents.ts';
import { observe, type Observed } from './observer.ts';
import { telephone } from './recipient.ts';
import { type Passed, slowNetwork, type SlowNetwork } from './slow-network.ts';
import { categories, mainThreadTasks, readTrace, type Task, workUntil } from './trace.ts';

/** What a person on a phone accepts: goals of this project, see `benches/goals.ts` for the others. */
export const signingPhone = { ...telephone, bitsPerSecondUp: 3e6 } as const;
export const signingGoals = { seconds: 4, longTask: 50, down: 1.05, up: 2 } as const;

/** A signing whose document had come completely before. */
export interface Signature {
  readonly subject: string;
  /** Bytes of the version that was signed, and those that the signature appended. */
  readonly size: number;
  readonly tail: number;
  /** Seconds from "Sign" to "You have signed". */
  readonly seconds: number;
  /** Bytes of the document that came, from the link to the end; and bytes that were uploaded. */
  readonly down: number;
  readonly up: number;
  readonly longTasks: Observed['longTasks'];
  /** The longest by the processor time of the main thread. */
  readonly tasks: readonly Task[];
  /** Milliseconds of work in the busiest worker, which the browser's emulation doesn't slow down. */
  readonly worker: number;
  /** What was asked for from "Sign" on, in milliseconds since then. */
  readonly requests: readonly Passed[];
}

const LONGEST = 300_000;
/** Seconds that the question "Sign now?" is read. */
const READ = 1;
const QUIET = 3000;
/** Functions that are named of each task. */
const MOST_NAMED = 26;

const ofDocument = ({ path }: Passed): boolean => path.startsWith('GET /storage/downloads');
const downOf = (network: SlowNetwork): number => network.begun().filter(ofDocument).reduce((sum, { bytes }) => sum + bytes, 0);

/** Nothing of the document comes any more. */
async function allRead(page: Page, network: SlowNetwork, size: number): Promise<void> {
  const deadline = Date.now() + LONGEST;
  let before = -1;
  while (Date.now() < deadline) {
    const now = downOf(network);
    if (now >= size && now === before) return;
    before = now;
    await page.waitForTimeout(QUIET);
  }
  throw new Error(`Of ${size} bytes ${before} came`);
}

/** The sizes of the versions of the one document of this person's request. */
async function versionsOf(world: World, name: string): Promise<number[]> {
  const rows = await world.product.query<{ size: string }>('select v.size from file_versions v join files f on f.id = v.file_id where f.title = $1 order by v.version', [name]);
  return rows.map(({ size }) => Number(size));
}

/** Somebody reads a document on a telephone, fills it in and signs. */
export async function signOnPhone(world: World & { browser: Browser }, subject: Subject, { number, profile }: { number: number; profile: boolean }): Promise<Signature> {
  const name = `${subject.name}-signed-${number}.pdf`;
  const email = `grace-signs-${subject.name}-${number}@example.com`;
  const sender = await signedIn(world, { ...ada, email: `ada-asks-${subject.name}-${number}@example.com` });
  const draft = await makeDraft(world, sender, { name, bytes: readFileSync(subject.path), recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text'), fieldFor(email, 'signature', 1)] });
  // The app uploads tails.
  await startForReal(await world.engine(), await clientIn(world, sender), draft, { asTails: true });
  await sender.context().close();
  const link = linkIn(await world.mailbox.next(email), /\/transaction\//);
  const size = (await versionsOf(world, name)).at(-1) ?? 0;
  const network = await slowNetwork(signingPhone);
  const page = await newPerson(world.browser, { ...devices.phone, proxy: { server: network.address, bypass: '<-loopback>' } });
  page.setDefaultTimeout(LONGEST);
  await page.addInitScript(observe);
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: signingPhone.cpuSlowdown });
    await openRequest(page, link);
    const panel = page.getByRole('region', { name: 'Your fields' });
    await panel.getByRole('textbox').fill('Filled by Grace');
    await page.keyboard.press('Enter');
    await panel.getByRole('button', { name: 'Type', exact: true }).tap();
    await page.getByRole('dialog', { name: 'Your signature' }).getByRole('button', { name: 'Use this signature', disabled: false }).tap();
    await page.locator('[data-page="1"] [data-shown]').first().waitFor();
    await allRead(page, network, size);
    const dialog = await askToSign(page);
    await page.waitForTimeout(READ * 1000);
    await world.browser.startTracing(page, { categories: categories(profile) });
    const before = network.begun().length;
    await page.evaluate(() => window.countersignBench.mark());
    const timed = page.evaluate(timeSignature);
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    const { pressed, shown } = await timed;
    const observed = await page.evaluate(() => window.countersignBench.take());
    const trace = readTrace(await world.browser.stopTracing());
    await page.waitForTimeout(QUIET);
    const since = (at: number): number => at + performance.timeOrigin + performance.now() - network.now() - pressed;
    const requests = network.begun().slice(before);
    return {
      subject: subject.name, size, tail: ((await versionsOf(world, name)).at(-1) ?? 0) - size, seconds: (shown - pressed) / 1000,
      down: downOf(network), up: network.begun().filter(({ path }) => path.startsWith('PUT /storage/')).reduce((sum, { sent }) => sum + sent, 0),
      longTasks: observed.longTasks, tasks: mainThreadTasks(trace).toSorted((x, y) => y.cpu - x.cpu).slice(0, 5), worker: workUntil(trace, shown - pressed).worker,
      requests: requests.map((each) => ({ ...each, requested: since(each.requested), answered: since(each.answered), ended: since(each.ended) })),
    };
  } finally {
    await page.context().close();
    network.close();
  }
}

/** When "Sign" is pressed and when "You have signed" is painted, in milliseconds since 1970. It runs in the page. */
function timeSignature(): Promise<{ pressed: number; shown: number }> {
  return new Promise((resolve) => {
    let pressed = Number.NaN;
    addEventListener('pointerup', () => (pressed = Date.now()), { capture: true, once: true });
    const look = new MutationObserver(() => {
      if (![...document.querySelectorAll('h1, h2')].some(({ textContent }) => textContent === 'You have signed')) return;
      look.disconnect();
      requestAnimationFrame(() => resolve({ pressed, shown: Date.now() }));
    });
    look.observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** How a signing went, in one line, and what was asked for meanwhile. */
export function signatureText({ subject, size, tail, seconds, down, up, longTasks, tasks, worker, requests }: Signature): string {
  const long = longTasks.map(({ start, duration }) => `${duration.toFixed(0)} at ${start.toFixed(0)}`).join(', ');
  const worked = tasks.map(({ cpu }) => cpu.toFixed(0)).join(' ');
  const line = [
    `signing ${subject}: ${seconds.toFixed(2)} s`, `down ${(down / size).toFixed(3)} × the document`, `up ${(up / tail).toFixed(2)} × the tail of ${(tail / 1000).toFixed(0)} kB`,
    `long tasks [${long}] ms`, `longest by processor time ${worked} ms`, `busiest worker ${worker.toFixed(0)} ms`,
  ].join(', ');
  const waterfall = requests.map(({ path, requested, answered, ended, bytes, sent }) => `  ${[requested, answered, ended].map((at) => at.toFixed(0).padStart(6)).join('')} ms ${(sent / 1000).toFixed(1).padStart(7)} kB up ${(bytes / 1000).toFixed(1).padStart(7)} kB down ${path}`);
  const guilty = tasks.flatMap(({ cpu, guilty: names }) => [`  a task of ${cpu.toFixed(0)} ms`, ...names.map(({ name, ms }) => `    ${ms.toFixed(1).padStart(7)} ${name}`)].slice(0, names.length > 0 ? MOST_NAMED : 0));
  return [line, ...waterfall, ...guilty].join('\n');
}
