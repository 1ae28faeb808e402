/** The document core hangs in a loop that nothing interrupts: its worker is replaced, and the work is done by another. */
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import { workDeadlines } from '#contract/limits/workers.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { inWorld, type World } from './world.ts';

let world: World;

inWorld((opened) => {
  world = opened;
});

const core = /\/assets\/core\.worker-[^/]*\.js$/;
/** A worker that answers once, and then computes for ever. */
const endless = 'let isLoaded = false; onmessage = () => { if (isLoaded) for (;;); isLoaded = true; postMessage("countersign-pong"); };';
const hang = (route: Route): Promise<void> => route.fulfill({ contentType: 'text/javascript', body: endless });

async function openForm(page: Page, path: string, button: string): Promise<void> {
  await page.goto(`${world.product.url}${path}`);
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: button }).click());
  await chooser.setFiles(await world.ownForm('Lease.pdf'));
}

test('a core that hangs is replaced, and the document opens', { timeout: 4 * workDeadlines.document }, async () => {
  const page = await newPerson(world.browser);
  let served = 0;
  await page.context().route(core, (route) => {
    served += 1;
    return served === 1 ? hang(route) : route.continue();
  });
  await openForm(page, '/file', 'Choose a file');
  await page.getByRole('button', { name: 'Discard all' }).waitFor({ timeout: 2 * workDeadlines.document });
  expect(served).toBeGreaterThan(1);
  await page.context().close();
});

test('a core that hangs twice is told of in words, and nothing spins for ever', { timeout: 5 * workDeadlines.document }, async () => {
  const page = await newPerson(world.browser);
  let served = 0;
  await page.context().route(core, (route) => {
    served += 1;
    return hang(route);
  });
  await openForm(page, '/upload', 'Choose documents');
  await page.getByText('The request took too long. Try again.').first().waitFor({ timeout: 3 * workDeadlines.document });
  expect(served).toBe(2);
  await page.context().close();
});
