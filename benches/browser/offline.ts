import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright';
import { cdpSessionOf, devices, newPerson } from '../../tests/support/chromium.ts';
import { fieldFor, makeRequest, recipient } from '../../tests/e2e/requests.ts';
import { ada, signedIn, signIn } from '../../tests/e2e/signed-in.ts';
import type { World } from '../../tests/e2e/world.ts';
import type { Subject } from './documents.ts';
import { telephone } from './recipient.ts';

/** Goals of this project, in seconds. */
export const offlineGoals = { start: 1.5, open: 2 } as const;

export interface Offline {
  readonly subject: string;
  readonly megabytes: number;
  /** Seconds from the address of the list until its rows can be pressed, with a slow processor. */
  readonly start: number;
  /** Seconds from pressing a row until the first page of its document is shown, with an ordinary processor. */
  readonly open: number;
}

const LONGEST = 60_000;

/** When what is looked for is painted, in seconds since the navigation or the press began. It runs in the page. */
function shown(selector: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.querySelector(selector)) requestAnimationFrame(() => setTimeout(() => resolve(performance.now() / 1000)));
      else requestAnimationFrame(look);
    };
    look();
  });
}

/** Somebody has a document on their device, and opens the app and the document without a network. */
export async function openOffline(world: World & { browser: Browser }, subject: Subject, number: number): Promise<Offline> {
  const email = `grace-offline-${number}@example.com`;
  const bytes = readFileSync(subject.path);
  const sender = await signedIn(world, { ...ada, email: `ada-offline-${number}@example.com` });
  const { id } = await makeRequest(world, sender, { name: 'Lease.pdf', bytes, recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'text'), fieldFor(email, 'signature', 1)] });
  await sender.context().close();
  const page = await newPerson(world.browser, { ...devices.desk, serviceWorkers: 'allow' });
  page.setDefaultTimeout(LONGEST);
  try {
    await signIn(page, world.product.url, world.mailbox, { email, first: 'Grace', last: 'Hopper' });
    await keep(page, world.product.url, id);
    await page.context().setOffline(true);
    const session = await cdpSessionOf(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: telephone.cpuSlowdown });
    const row = `a[href*="${id}"]`;
    await page.goto(`${world.product.url}/transactions`, { waitUntil: 'commit' });
    const start = await page.evaluate(shown, row);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const pressed = await page.evaluate(() => performance.now() / 1000);
    await page.locator(row).first().click();
    const open = (await page.evaluate(shown, '[data-page="1"] [data-shown] canvas')) - pressed;
    return { subject: subject.name, megabytes: bytes.length / 1e6, start, open };
  } finally {
    await page.context().close();
  }
}

/** Has everything that waits on this device, also the app itself. */
async function keep(page: Page, url: string, id: string): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.goto(`${url}/profile`);
  await page.getByText('Keep what waits for me on this device').click();
  await page.getByText('1 document').waitFor();
  await page.goto(`${url}/transactions`);
  await page.locator(`a[href*="${id}"]`).first().waitFor();
  // What a page shows is stored when it stands still.
  await page.waitForTimeout(5000);
}
