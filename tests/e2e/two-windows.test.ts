/** A draft in two windows, and in one that goes away before the server has what was done. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { signedIn } from './signed-in.ts';
import { placeField } from './people.ts';
import { makeDraft, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const saving = /\/files\/meta\//;

describe('a draft', () => {
  let world: World;
  let one: Page;
  let two: Page;
  let address: string;

  inWorld(async (opened) => {
    world = opened;
    one = await signedIn(world);
    const { id } = await makeDraft(world, one, { name: 'Lease', recipients: [recipient('Bob Miller', 'bob@example.com')] });
    address = `${world.product.url}/transaction/${id}`;
    two = await one.context().newPage();
    const discard = (page: Page) => page.getByRole('button', { name: 'Discard all' });
    for (const page of [one, two]) {
      await page.goto(address);
      await discard(page).waitFor();
    }
    // What is decided in one window is not proposed in another that opens later: both have it before either decides.
    for (const page of [one, two]) await discard(page).click();
  });

  const fields = (page: Page) => page.locator('[data-page="1"] [data-field]');
  const saved = (page: Page) => page.getByText('Saved', { exact: true }).waitFor();
  const stored = async (): Promise<Field[]> => (await world.product.query<{ fields: Field[] }>('select fields from files'))[0]?.fields ?? [];
  /** Nothing of this window's fields reaches the server until what this gives is called. */
  const holdSaves = async (page: Page) => {
    await page.route(saving, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    return () => page.unroute(saving);
  };

  test('keeps fields placed in both windows', async () => {
    const release = await holdSaves(two);
    await placeField(two, 'Signature', 0.3, 0.6);
    await two.getByText('Saved on this device').waitFor();
    await placeField(one, 'Text', 0.3, 0.3);
    await saved(one);
    await release();
    await saved(two);
    expect((await stored()).map(({ type }) => type).toSorted()).toEqual(['signature', 'text']);
    // The first window follows by itself.
    await expect.poll(() => fields(one).count()).toBe(2);
    expect(await fields(two).count()).toBe(2);
  });

  test('asks about conflicts and resolves them as chosen', async () => {
    const before = (await stored()).find(({ type }) => type === 'text')?.rect.x ?? 0;
    const move = async (page: Page, key: string) => {
      await page.getByRole('button', { name: /^Text for/ }).focus();
      await page.keyboard.press(key);
    };
    const release = await holdSaves(two);
    await move(two, 'ArrowLeft');
    await two.getByText('Saved on this device').waitFor();
    await move(one, 'ArrowRight');
    await saved(one);
    await release();
    const dialog = two.getByRole('alertdialog', { name: /was also changed elsewhere/ });
    await expect.poll(() => dialog.getByText('Page 1: 1 field moved').count()).toBe(2);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.waitFor({ state: 'detached' });
    await saved(two);
    await expect.poll(async () => (await stored()).find(({ type }) => type === 'text')?.rect.x).toBe(before - 0.25);
    await two.close();
  });

  test('keeps changes made within a second before a reload', async () => {
    await placeField(one, 'Checkbox', 0.6, 0.4);
    await one.reload();
    await expect.poll(() => fields(one).count()).toBe(3);
    await saved(one);
    expect(await stored()).toHaveLength(3);
  });

  test('restores unsaved changes after a crash', async () => {
    const context = one.context();
    await context.route(/\/(files\/meta|transactions)\//, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
    await placeField(one, 'Date', 0.6, 0.5);
    await one.getByRole('tab', { name: 'Message' }).click();
    await one.getByLabel('E-mail subject').fill('Please sign');
    await one.getByText('Saved on this device').waitFor();
    // A page that is closed still sends what it has; one that crashes sends nothing.
    await Promise.all([one.waitForEvent('crash'), one.goto('chrome://crash').catch(() => undefined)]);
    await one.close();
    const again = await context.newPage();
    // The notice stays for a few seconds: the page itself sees that it covers nothing of the bar at the foot of the document.
    await again.addInitScript(() => {
      const look = (): void => {
        const [notice, bar] = ['[data-sonner-toast]', '[role=toolbar][aria-label=View]'].map((each) => document.querySelector(each)?.getBoundingClientRect());
        if (notice && bar && (notice.bottom <= bar.top || notice.top >= bar.bottom || notice.right <= bar.left || notice.left >= bar.right)) document.documentElement.dataset.noticeClear = 'yes';
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await again.goto(address);
    await again.getByText('Unsaved changes restored').waitFor();
    await expect.poll(() => again.evaluate(() => document.documentElement.dataset.noticeClear)).toBe('yes');
    await context.unroute(/\/(files\/meta|transactions)\//);
    await saved(again);
    expect(await stored()).toHaveLength(4);
    await expect.poll(() => world.product.query("select message->>'title' as subject from transactions")).toEqual([{ subject: 'Please sign' }]);
  });
});
