/** What is paid for, as people see it: looked at here, since other journeys run where nothing costs anything. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { clientIn } from './requests.ts';
import { inWorld, openWorld } from './world.ts';

let page: Page;
let url: string;
let organization: string;

inWorld(
  async (world) => {
    page = await signedIn(world);
    ({ url } = world.product);
    const { id } = await (await clientIn(world, page)).call('organizations.create', { body: { name: 'Analytical Engines' } });
    organization = `/organization/${id}/billing`;
  },
  () => openWorld({ BILLING: 'true' }),
);

const look = async (path: string): Promise<void> => {
  await page.goto(url + path);
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
};
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }));

describe.each(['desk', 'phone'] as const)('plans and payments on a %s', (device) => {
  beforeEach(() => page.setViewportSize(devices[device].viewport));

  test.each([['a person', '/billing'], ['an organization', '']])('of %s have no axe violations and no cut-off text', async (whose, path) => {
    await look(path || organization);
    expect(await problemsOf(page, `billing of ${whose}`)).toEqual([]);
  });
});

/** The dialogs as sheets of a phone, in the order in which somebody comes to a plan and leaves it. */
test.each([['a person', '/billing', false], ['an organization', '', true]])('%s pays by card, chooses a plan and cancels it, and each dialog fits', async (whose, path, hasSeats) => {
  await page.setViewportSize(devices.phone.viewport);
  await look(path || organization);
  await button('Add a card').click();
  await dialog('Your card').getByLabel('Test card number').fill('1234');
  await button('Save card').click();
  await dialog('Your card').getByRole('alert').waitFor();
  expect(await problemsOf(page, `a card of ${whose}`)).toEqual([]);
  await dialog('Your card').getByLabel('Test card number').fill('4242 4242 4242 4242');
  await button('Save card').click();
  await page.getByText('VISA ending in 4242').waitFor();
  await button('Choose Business').click();
  await dialog('Choose Business').getByRole('button', { name: /^Pay / }).waitFor();
  expect(await dialog('Choose Business').getByRole('textbox', { name: 'Seats' }).count()).toBe(hasSeats ? 1 : 0);
  expect(await problemsOf(page, `a plan of ${whose}`)).toEqual([]);
  await dialog('Choose Business').getByRole('button', { name: /^Pay / }).click();
  await page.getByText("You're now on Business.").waitFor();
  const receipt = page.getByRole('button', { name: /^Receipt for the payment of / });
  const [saved] = await Promise.all([page.waitForEvent('download'), receipt.click()]);
  expect(saved.suggestedFilename()).toMatch(/^receipt-\d{4}-\d\d-\d\d\.pdf$/);
  expect(readFileSync(await saved.path(), 'latin1').startsWith('%PDF-')).toBe(true);
  expect(await problemsOf(page, `the payments of ${whose}`)).toEqual([]);
  await button('Cancel plan').click();
  await dialog('Cancel your plan?').waitFor();
  expect(await problemsOf(page, `the end of a plan of ${whose}`)).toEqual([]);
  await dialog('Cancel your plan?').getByRole('button', { name: 'Cancel plan', exact: true }).click();
  await page.getByText(/^Ends on /).waitFor();
});

test('somebody tries a plan without a card, and adds one to keep it', async () => {
  const world = await openWorld({ BILLING: 'true', TRIAL_DAYS: '14' });
  try {
    const bea = await signedIn(world, { email: 'bea@example.com', first: 'Bea', last: 'Worthy' });
    await bea.goto(`${world.product.url}/billing`);
    await bea.getByRole('button', { name: 'Choose Business', exact: true }).click();
    await bea.getByText('Try it free for 14 days.').waitFor();
    expect(await problemsOf(bea, 'a plan with a trial')).toEqual([]);
    await bea.getByRole('button', { name: 'Start free trial' }).click();
    await bea.getByText(/^Free trial until /).waitFor();
    await bea.getByText('Add a card to keep Business after the trial.').waitFor();
    expect(await problemsOf(bea, 'a trial')).toEqual([]);
    await bea.getByRole('status').filter({ hasText: 'Add a card to keep' }).getByRole('button', { name: 'Add a card' }).click();
    await bea.getByRole('dialog', { name: 'Your card' }).getByLabel('Test card number').fill('4242 4242 4242 4242');
    await bea.getByRole('button', { name: 'Save card' }).click();
    await bea.getByText('Your card is saved. Your plan continues after the trial.').waitFor();
    await bea.getByText('Add a card to keep Business after the trial.').waitFor({ state: 'detached' });
  } finally {
    await world.close();
  }
});
