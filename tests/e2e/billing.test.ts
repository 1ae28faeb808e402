/** What is paid for, as people see it: looked at here, since other journeys run where nothing costs anything. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { screens } from '../support/chromium.ts';
import { signedIn } from './arrive.ts';
import { problemsOf } from './faces.ts';
import { inWorld, openWorld } from './world.ts';

let page: Page;
let url: string;

inWorld(
  async (world) => {
    page = await signedIn(world);
    ({ url } = world.product);
  },
  () => openWorld({ BILLING: 'true' }),
);

test.each(['desk', 'phone'] as const)('plans and payments have nothing for axe to find on a %s, and room for all their words', async (device) => {
  await page.setViewportSize(screens[device].viewport);
  await page.goto(`${url}/billing`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Payments', exact: true }).waitFor();
  expect(await problemsOf(page, 'billing')).toEqual([]);
});
