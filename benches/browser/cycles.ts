import type { Browser, Page } from 'playwright';
import { devices, newPerson } from '../../tests/support/chromium.ts';
import { finish, typeSignature } from '../../tests/e2e/people.ts';
import { fieldFor, makeRequest, recipient } from '../../tests/e2e/requests.ts';
import { ada, signedIn, signIn } from '../../tests/e2e/signed-in.ts';
import type { World } from '../../tests/e2e/world.ts';
import { tabMemory } from './memory.ts';

/** What a tab holds after so many documents. */
export interface Held {
  readonly cycles: number;
  /** Megabytes: of the page's JavaScript, and of the tab's process with its workers and their WebAssembly. */
  readonly heap: number;
  readonly tab: number;
  readonly workers: number;
}

/** So many documents between two looks at the memory. */
const BETWEEN = 10;
const QUIET = 3000;

async function held(browser: Browser, page: Page, cycles: number): Promise<Held> {
  await page.waitForTimeout(QUIET);
  const tab = await tabMemory(browser, page);
  const session = await page.context().newCDPSession(page);
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return { cycles, heap: usedSize / 1e6, tab, workers: page.workers().length };
}

/** Opens a request from the list, signs it, and goes back to the list: all in the page that is there. */
async function signOne(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('[data-page="1"] [data-shown]').first().waitFor();
  await typeSignature(page, 'Grace Hopper');
  await finish(page);
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  await page.evaluate(() => history.back());
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
}

/** One person signs one document after the other in one tab that is never loaded again. */
export async function signAgainAndAgain(world: World & { browser: Browser }, times: number): Promise<Held[]> {
  const email = 'grace-again@example.com';
  const sender = await signedIn(world, { ...ada, email: 'ada-again@example.com' });
  const page = await newPerson(world.browser, devices.desk);
  await signIn(page, world.product.url, world.mailbox, { email, first: 'Grace', last: 'Hopper' });
  const looks: Held[] = [];
  try {
    for (let cycle = 1; cycle <= times; cycle += 1) {
      const name = `Lease ${cycle}.pdf`;
      await makeRequest(world, sender, { name, recipients: [recipient('Grace Hopper', email)], fields: [fieldFor(email, 'signature')] });
      await signOne(page, name);
      if (cycle % BETWEEN === 0) looks.push(await held(world.browser, page, cycle));
    }
    return looks;
  } finally {
    await page.context().close();
    await sender.context().close();
  }
}
