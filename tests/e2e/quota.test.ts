/** Who has used up the requests or templates of a plan is told before a document is chosen. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { chooserOf } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(
  async (opened) => {
    world = opened;
    page = await signedIn(world);
  },
  () => openWorld({ BILLING: 'true' }),
);

const use = (transactions: number, templates: number) =>
  world.product.query(`insert into subscriptions (holder_id, holder_type, transactions_used, templates_used) select id, 'person', $1, $2 from users where email = 'ada@example.com'
    on conflict (holder_id) do update set transactions_used = excluded.transactions_used, templates_used = excluded.templates_used`, [transactions, templates]);

test('the buttons of the lists say that nothing is left, and lead to the plans', async () => {
  await use(4, 1);
  await page.goto(`${world.product.url}/templates`);
  await page.getByRole('button', { name: 'New template' }).first().click();
  await page.getByText('Your plan has no templates left.').waitFor();
  await page.goto(`${world.product.url}/transactions`);
  await chooserOf(page, () => page.getByRole('button', { name: 'New request' }).first().click());
  await use(5, 1);
  await page.reload();
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'New request' }).first().click();
  await page.getByText('Your plan has no requests left.').waitFor();
  expect(await problemsOf(page, 'no requests left')).toEqual([]);
  await page.getByRole('button', { name: 'See plans' }).click();
  await page.waitForURL(/\/billing$/);
});
