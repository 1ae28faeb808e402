/** Usage and errors are reported where the operator collects them, after consent and until it is withdrawn. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, openWorld, type World } from './world.ts';

const pages: string[] = [];
const errors: string[] = [];
const service = createServer((request, response) => {
  void json(request).then((content) => {
    const { events = [], reports = [] } = content as { events?: { page: string }[]; reports?: { message: string }[] };
    pages.push(...events.map(({ page }) => page));
    errors.push(...reports.map(({ message }) => message));
    response.writeHead(204).end();
  });
});
afterAll(() => void service.close());

let world: World;
inWorld(
  (opened) => {
    world = opened;
  },
  async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    return openWorld({ ANALYTICS_URL: url, ERROR_REPORTS_URL: url });
  },
);

const choice = (page: Page) => page.getByRole('region', { name: 'Usage and errors' });
/** An error that nobody caught, as a mistake of the product would be. */
const fail = (page: Page, words: string) => page.evaluate((message) => void setTimeout(() => { throw new Error(message); }), words);

test('a visitor is asked, reported of after agreeing, and not any more after changing their mind', async () => {
  const page = await newPerson(world.browser);
  await page.goto(`${world.product.url}/transactions`);
  const card = page.getByRole('dialog', { name: 'Cookies' });
  await card.getByText('which pages are used').waitFor();
  expect(await problemsOf(page, 'consent to reports')).toEqual([]);
  await fail(page, 'before consent');
  await card.getByRole('button', { name: 'Accept' }).click();
  await page.goto(`${world.product.url}/trust/compliance/gdpr`);
  await page.getByRole('link', { name: 'Privacy' }).click();
  await choice(page).getByText('You agreed.').waitFor();
  expect(await problemsOf(page, 'the choice on the privacy page')).toEqual([]);
  await fail(page, 'ada@example.org is missing');
  await expect.poll(() => errors).toEqual(['***@*** is missing']);
  await expect.poll(() => pages).toContain('/trust/compliance/privacy');
  await choice(page).getByRole('button', { name: 'Withdraw consent' }).click();
  await choice(page).getByText('You did not agree.').waitFor();
  await fail(page, 'after consent');
  await page.getByRole('link', { name: 'Terms of use' }).click();
  await page.getByRole('heading', { name: 'Terms of use', level: 1 }).waitFor();
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  expect([errors.length, pages.includes('/trust/compliance/terms')]).toEqual([1, false]);
});
