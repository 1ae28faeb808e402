/** A recipient with a telephone and an empty cache: from the address of the request until the first field can be filled in. */
import type { BrowserContextOptions } from 'playwright';
import { type Passed, slowNetwork } from '../../benches/browser/slow-network.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { devices, newPerson } from '../support/chromium.ts';
import { ada, signedIn } from './signed-in.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import type { World } from './world.ts';

/** A telephone of little money far from the next mast. */
export const telephone = { cpuSlowdown: 4, bitsPerSecond: 1.6e6, latency: 150 } as const;
/** What people wait for before they give up; `kilobytes` for the first field, without what draws the page beneath it. */
export const goals = { shell: 1.5, field: 5, requests: 30, kilobytes: 500 } as const;

/** The page beneath the field is drawn by a worker: how much of it has come when the field is there depends on how quick the device is. */
const drawsThePage = ({ path }: Passed): boolean => /\/pages\.worker-[\w-]+\.js$/.test(path);
export const forTheField = (came: readonly Passed[]): readonly Passed[] => came.filter((each) => !drawsThePage(each));
const LONGEST = 240_000;

export interface Arrival {
  /** Seconds until something is drawn, until the first field takes what is typed, and until the page behind it is seen. */
  readonly shell: number;
  readonly field: number;
  readonly page: number;
  /** What had come when the first field was there. */
  readonly came: readonly Passed[];
}

const grace = 'grace@example.com';

/** Who has the request, with their browser as it is after they signed in; and where the request is. */
export async function prepare(world: World): Promise<{ address: string; browser: BrowserContextOptions['storageState'] & object }> {
  const sender = await signedIn(world, ada);
  const fields = [fieldFor(grace, 'text'), { ...fieldFor(grace, 'date', 1), page: 2 }, { ...fieldFor(grace, 'signature', 2), page: 2 }];
  const { id } = await makeRequest(world, sender, { name: 'Rental agreement.pdf', bytes: await makeOwnForm(), recipients: [recipient('Grace Hopper', grace)], fields });
  await sender.context().close();
  const reader = await signedIn(world, { email: grace, first: 'Grace', last: 'Hopper' });
  const browser = await reader.context().storageState();
  await reader.context().close();
  return { address: `${world.product.url}/transaction/${id}`, browser };
}

export async function arrive(world: World, { address, browser }: Awaited<ReturnType<typeof prepare>>): Promise<Arrival> {
  const network = await slowNetwork(telephone);
  const page = await newPerson(world.browser, { ...devices.phone, storageState: browser, proxy: { server: network.address, bypass: '<-loopback>' } });
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
