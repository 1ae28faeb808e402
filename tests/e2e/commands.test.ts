/** Everything can be opened from everywhere by keyboard: Ctrl+K, some letters, Enter. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { startForReal } from '../api/real-signing.ts';
import { devices } from '../support/chromium.ts';
import { problemsOf } from './screen-problems.ts';
import { clientIn, makeDraft, recipient } from './requests.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

describe('the command palette', () => {
  let world: World;
  let page: Page;
  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });
  beforeEach(async () => {
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  });

  const dialog = () => page.getByRole('dialog', { name: 'Search or go to' });
  const open = async (): Promise<void> => {
    const first = dialog().getByRole('option', { name: 'New request' });
    // What listens for the keys comes a moment after the screen.
    await expect.poll(async () => {
      if (!(await dialog().isVisible())) await page.keyboard.press('Control+k');
      return first.isVisible();
    }).toBe(true);
  };

  test('goes where the letters lead, and gives the focus back when it is left', async () => {
    await open();
    await page.keyboard.type('cont');
    await expect.poll(() => dialog().getByRole('option').allInnerTexts()).toEqual(['Contacts', 'Search requests for “cont”', 'Search templates for “cont”', 'Search files for “cont”']);
    // The first one is chosen while one types.
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor();
    await open();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  test('opens on a screen without navigation, too', async () => {
    const { id } = await makeDraft(world, page, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] });
    const client = await clientIn(world, page);
    await startForReal(await world.engine(), client, await client.call('transactions.get', { params: { id } }));
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByRole('heading', { name: 'Status' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await open();
  });

  test('searches the requests', async () => {
    await open();
    await page.keyboard.type('Lease of 2026');
    await dialog().getByRole('option', { name: 'Search requests for “Lease of 2026”' }).click();
    await page.waitForURL(/\/transactions\?search=/);
    await expect.poll(() => page.getByRole('searchbox').first().inputValue()).toBe('Lease of 2026');
  });

  test('is in the account menu, and shows the keys', async () => {
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('menuitem', { name: 'Search or go to' }).click();
    await dialog().getByRole('option', { name: 'Keyboard shortcuts' }).click();
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Ctrl + K or ⌘ K').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await help.waitFor();
    expect(await problemsOf(page, 'keys')).toEqual([]);
  });

  test.each(['desk', 'phone'] as const)('has no problems on a %s', async (device) => {
    await page.setViewportSize(devices[device].viewport ?? { width: 360, height: 740 });
    await open();
    expect(await problemsOf(page, `commands on a ${device}`)).toEqual([]);
  });
});
