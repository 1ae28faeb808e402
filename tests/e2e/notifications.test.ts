/** The bell: what others do raises its number at once, its list leads there, and what was read is read in every tab. */
import type { BrowserContext, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { clientIn, makeRequest, recipient } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

describe('the notifications', () => {
  let world: World;
  let ada: Page;
  let grace: Page;
  let second: Page;
  inWorld(async (opened) => {
    world = opened;
    ada = await signedIn(world);
    grace = await signedIn(world, { email: 'grace@example.com', first: 'Grace', last: 'Hopper' });
  });

  const bell = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name, exact: true });
  const list = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
  const send = (name: string) => makeRequest(world, ada, { name, recipients: [recipient('Grace Hopper', 'grace@example.com')] });
  /** One tab of a browser listens to the events, for all. */
  const listening = new Set<BrowserContext>();
  const goTo = async (page: Page, path: string): Promise<void> => {
    const context = page.context();
    const opens = listening.has(context) ? null : page.waitForResponse((response) => new URL(response.url()).pathname === '/events');
    listening.add(context);
    await page.goto(`${world.product.url}${path}`);
    await Promise.all([opens, page.getByRole('heading', { level: 1 }).first().waitFor()]);
  };

  test('the number rises without a reload, in both tabs, and the list leads to the request', async () => {
    await goTo(grace, '/files');
    second = await grace.context().newPage();
    await goTo(second, '/files');
    for (const page of [grace, second]) await bell(page, 'Notifications').waitFor();
    const { id } = await send('Lease.pdf');
    for (const page of [grace, second]) await bell(page, 'Notifications: one unread').waitFor();
    await send('Annex.pdf');
    for (const page of [grace, second]) await bell(page, 'Notifications: 2 unread').waitFor();
    await bell(grace, /^Notifications/).click();
    await list(grace).getByRole('listitem').nth(1).waitFor();
    expect(await problemsOf(grace, 'the notifications')).toEqual([]);
    const entry = list(grace).getByRole('button', { name: /Ada Byron asks you to sign\s*Lease\.pdf.*Unread/ });
    await entry.click();
    await grace.waitForURL(new RegExp(`/transaction/${id}`));
    // The other tab is told.
    await bell(second, 'Notifications: one unread').waitFor();
  });

  test('all are marked as read at once, also in the other tab', async () => {
    await goTo(grace, '/files');
    await bell(grace, 'Notifications: one unread').click();
    await list(grace).getByRole('button', { name: 'Mark all as read' }).click();
    await list(grace).getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' });
    await grace.keyboard.press('Escape');
    for (const page of [grace, second]) await bell(page, 'Notifications').waitFor();
    expect(await list(grace).count()).toBe(0);
  });

  test('on a phone the bell is in the bar and the list is a sheet, with a title and a way to close it', async () => {
    await grace.setViewportSize({ ...devices.phone.viewport, width: 320 });
    await goTo(grace, '/files');
    await send('Letter.pdf');
    await bell(grace, 'Notifications: one unread').click();
    await list(grace).getByRole('heading', { name: 'Notifications' }).waitFor();
    await list(grace).getByRole('button', { name: /Letter\.pdf/ }).waitFor();
    expect(await problemsOf(grace, 'the notifications on a phone')).toEqual([]);
    expect(await grace.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await list(grace).getByRole('button', { name: 'Close' }).click();
    await list(grace).waitFor({ state: 'detached' });
  });

  test('the number is on the icon of the installed app', async () => {
    await ada.addInitScript(() => {
      const shown: (number | null)[] = [];
      Object.assign(window, { badges: shown });
      Object.defineProperty(navigator, 'setAppBadge', { value: async (count: number) => void shown.push(count), configurable: true });
      Object.defineProperty(navigator, 'clearAppBadge', { value: async () => void shown.push(null), configurable: true });
    });
    await goTo(ada, '/files');
    await bell(ada, 'Notifications').waitFor();
    const { id } = await send('Offer.pdf');
    await (await clientIn(world, grace)).call('transactions.decline', { params: { id }, body: { reason: 'Too much.' } });
    await bell(ada, 'Notifications: one unread').waitFor();
    expect(await ada.evaluate(() => (window as unknown as { badges: (number | null)[] }).badges.at(-1))).toBe(1);
    await bell(ada, /^Notifications/).click();
    await list(ada).getByText('Grace Hopper declined').click();
    await ada.getByText('Too much.').waitFor();
    await expect.poll(() => ada.evaluate(() => (window as unknown as { badges: (number | null)[] }).badges.at(-1))).toBe(null);
  });

  test('somebody invited to an organization answers from the list', async () => {
    await goTo(ada, '/files');
    const client = await clientIn(world, ada);
    const { id } = await client.call('organizations.create', { body: { name: 'Works' } });
    await grace.setViewportSize(devices.desk.viewport);
    await goTo(grace, '/files');
    await bell(grace, /^Notifications/).waitFor();
    await client.call('organizations.invite', { params: { id }, body: { members: [{ email: 'grace@example.com' }] } });
    await bell(grace, /unread/).waitFor();
    await bell(grace, /^Notifications/).click();
    await list(grace).getByRole('button', { name: /Ada Byron invites you to an organization\s*Works/ }).click();
    await grace.getByRole('heading', { name: 'Join Works?' }).waitFor();
    expect(new URL(grace.url()).pathname).toMatch(/^\/invite\/[0-9a-f]{24}$/);
  });
});
