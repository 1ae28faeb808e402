/**
 * What a recipient with a telephone waits for: from the address of the request until the first field can be filled in.
 *
 *   npm run measure:phone                  three times, in a browser without anything of ours
 *   npm run measure:phone -- --runs 1 --each     names every request that came
 */
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { BrowserContextOptions } from 'playwright';
import { ada, signedIn } from '../../tests/e2e/arrive.ts';
import { fieldFor, makeRequest, recipient } from '../../tests/e2e/requests.ts';
import { openWorldAlone, type World } from '../../tests/e2e/world.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { newPerson, screens } from '../../tests/support/chromium.ts';
import { kindOf, kinds, tally } from './kinds.ts';
import { type Passed, slowNetwork } from './slow-network.ts';

/** A telephone of little money far from the next mast. */
const telephone = { cpuSlowdown: 4, bitsPerSecond: 1.6e6, latency: 150 } as const;
/** What people wait for before they give up. */
const goals = { shell: 1.5, field: 5, requests: 30, kilobytes: 600 } as const;
const LONGEST = 240_000;

const { values: wanted } = parseArgs({ options: { runs: { type: 'string', default: '3' }, each: { type: 'boolean', default: false } } });

interface Arrival {
  /** Seconds until something is drawn, until the first field takes what is typed, and until the page behind it is seen. */
  readonly shell: number;
  readonly field: number;
  readonly page: number;
  /** What had come when the first field was there. */
  readonly came: readonly Passed[];
}

const grace = 'grace@example.com';

/** Who has the request, with their browser as it is after they signed in; and where the request is. */
async function prepare(world: World): Promise<{ address: string; browser: BrowserContextOptions['storageState'] & object }> {
  const sender = await signedIn(world, ada);
  const fields = [fieldFor(grace, 'text'), { ...fieldFor(grace, 'date', 1), page: 2 }, { ...fieldFor(grace, 'signature', 2), page: 2 }];
  const { id } = await makeRequest(world, sender, { name: 'Rental agreement.pdf', bytes: await makeOwnForm(), recipients: [recipient('Grace Hopper', grace)], fields });
  await sender.context().close();
  const reader = await signedIn(world, { email: grace, first: 'Grace', last: 'Hopper' });
  const browser = await reader.context().storageState();
  await reader.context().close();
  return { address: `${world.product.url}/transaction/${id}`, browser };
}

async function arrive(world: World, { address, browser }: Awaited<ReturnType<typeof prepare>>): Promise<Arrival> {
  const network = await slowNetwork(telephone);
  const page = await newPerson(world.browser, { ...screens.phone, storageState: browser, proxy: { server: network.address, bypass: '<-loopback>' } });
  page.setDefaultTimeout(LONGEST);
  try {
    const line = await page.context().newCDPSession(page);
    await line.send('Emulation.setCPUThrottlingRate', { rate: telephone.cpuSlowdown });
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await page.getByRole('region', { name: 'Your fields' }).getByRole('textbox').fill('G');
    const field = since();
    const came = network.begun();
    await page.locator('[data-page="1"] [data-shown]').first().waitFor();
    const shown = since();
    const shell = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
    return { shell: shell / 1000, field, page: shown, came };
  } finally {
    await page.context().close();
    network.close();
  }
}

function sayEach({ came }: Arrival): void {
  for (const { path, type, asked, answered, ended, bytes } of came) {
    const times = [asked, answered, ended].map((at) => (at / 1000).toFixed(2).padStart(6)).join(' ');
    console.log(`  ${times} ${(bytes / 1000).toFixed(1).padStart(7)} kB ${kindOf({ path, type }).padEnd(7)} ${path}`);
  }
}

function report(arrivals: readonly Arrival[]): string {
  const header = ['run', 'shell, s', 'first field, s', 'page, s', 'requests', 'kB', ...kinds.map((kind) => `${kind}, kB`)];
  const rows = arrivals.map(({ shell, field, page, came }, at) => {
    const { requests, kilobytes, of } = tally(came);
    return [at + 1, shell.toFixed(2), field.toFixed(2), page.toFixed(2), requests, kilobytes.toFixed(0), ...kinds.map((kind) => of[kind].toFixed(0))];
  });
  const goal = ['goal', goals.shell, goals.field, '', goals.requests, goals.kilobytes, ...kinds.map(() => '')];
  return [header, header.map(() => '---'), ...rows, goal].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

const world = await openWorldAlone();
try {
  const prepared = await prepare(world);
  const arrivals: Arrival[] = [];
  for (let run = 1; run <= Number(wanted.runs); run += 1) {
    const arrival = await arrive(world, prepared);
    arrivals.push(arrival);
    if (wanted.each) sayEach(arrival);
  }
  console.log(`${telephone.bitsPerSecond / 1e6} Mbit/s, ${telephone.latency} ms there and back, processor ${telephone.cpuSlowdown} times slower, nothing in the browser's cache\n`);
  console.log(report(arrivals));
} finally {
  await world.close();
}
