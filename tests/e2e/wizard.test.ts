/** The guided way through a request: one thing after the other, back and forth, to the sending. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { signedIn } from './signed-in.ts';
import { addRecipient, placeField } from './people.ts';
import { makeDraft } from './requests.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

test('leads from people through fields and message to sending', async () => {
  const { id } = await makeDraft(world, page, { name: 'Guided.pdf', recipients: [] });
  await page.goto(`${world.product.url}/transaction/${id}/create?wizard=true`);
  const steps = page.getByRole('navigation', { name: 'Steps' });
  const isAt = (step: string) => steps.locator('[aria-current=step]', { hasText: step }).waitFor();
  await isAt('People');
  // What comes later is not offered before.
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
  await addRecipient(page, 'Grace Hopper', 'grace@example.com');
  await steps.getByRole('button', { name: 'Next: Fields' }).click();
  await isAt('Fields');
  await page.getByRole('button', { name: 'Discard all' }).click();
  await placeField(page, 'Signature', 0.5, 0.8);
  await steps.getByRole('button', { name: 'Next: Message' }).click();
  await page.getByLabel('E-mail subject').fill('Please sign this one');
  await steps.getByRole('button', { name: 'Back', exact: true }).click();
  await isAt('Fields');
  await steps.getByRole('button', { name: 'Next: Message' }).click();
  await expect.poll(() => page.getByLabel('E-mail subject').inputValue()).toBe('Please sign this one');
  await steps.getByRole('button', { name: 'Next: Send' }).click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog', { name: 'Send for signature?' }).getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Status' }).waitFor();
  expect((await world.mailbox.about('grace@example.com', '/transaction/')).subject).toBe('Please sign this one');
});
