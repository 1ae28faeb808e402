/** Live events in several tabs: one stream for all of them, which another tab takes over when its own is closed or hangs. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { clientIn, makeRequest, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let tabs: Page[];
let grace: Page;

inWorld((opened) => {
  world = opened;
});

beforeAll(async () => {
  grace = await signedIn(world, { email: 'grace@example.com', first: 'Grace', last: 'Hopper' });
  // Her own stream is none of those that are counted.
  await grace.goto(`${world.product.url}/favicon.svg`);
  const first = await signedIn(world, ada);
  tabs = [first];
  for (let number = 0; number < 2; number += 1) {
    const tab = await first.context().newPage();
    await tab.goto(`${world.product.url}/transactions`);
    await tab.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    tabs.push(tab);
  }
});
afterAll(() => Promise.all([grace?.context().close(), tabs?.[0]?.context().close()]));

const streams = async (): Promise<number> => {
  const metrics = await (await fetch(`${world.product.url}/metrics`)).text();
  return Number(/^countersign_event_streams (\d+)/m.exec(metrics)?.[1]);
};

/** Somebody else declines a request of Ada's: each of these tabs shows it by itself. */
async function showInAll(name: string, shown: readonly Page[]): Promise<void> {
  const [first] = shown as [Page];
  const { id } = await makeRequest(world, first, { name, recipients: [recipient('Grace Hopper', 'grace@example.com')] });
  await (await clientIn(world, grace)).call('transactions.decline', { params: { id }, body: { reason: 'No' } });
  for (const tab of shown) await tab.getByRole('listitem').filter({ hasText: name }).getByText('Declined').first().waitFor();
}

test('three tabs open one stream, and all of them show what it brings', async () => {
  await expect.poll(streams).toBe(1);
  await showInAll('First lease', tabs);
});

test('another tab has the stream as soon as the first is closed', async () => {
  const [first, ...others] = tabs as [Page, Page, Page];
  await first.close();
  tabs = others;
  await showInAll('Second lease', tabs);
  await expect.poll(streams).toBe(1);
});

test('another tab takes the stream from one that hangs', async () => {
  // Which of them has it is not known: each hangs once.
  for (const [hanging, other] of [[tabs[0], tabs[1]], [tabs[1], tabs[0]]] as [Page, Page][]) {
    const busy = hanging.evaluate((milliseconds) => {
      const end = Date.now() + milliseconds;
      while (Date.now() < end);
    }, timing.eventLeaderSilence + 10_000);
    await showInAll(`Lease ${tabs.indexOf(hanging)}`, [other]);
    await busy;
    await hanging.getByText(`Lease ${tabs.indexOf(hanging)}`).first().waitFor();
    await expect.poll(streams).toBe(1);
  }
});
