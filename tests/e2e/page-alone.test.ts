/** A web page that its owner signs alone, and one that is signed on a small phone while the server is away at first. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { addRecipient, finish, newRequest, openRequest, send } from './people.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

const order = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" class="final"><head><title>Order</title><style><![CDATA[ .final .draft { display: none } td { padding: 0 .5em } ]]></style></head><body>
<p class="draft">Only a draft</p><table><tr><td>Amount</td><td><input name="amount" value="" /></td></tr></table>${body}
</body></html>`;

const frameIn = (on: Page, name: string) => on.frameLocator(`iframe[title="${name}"]`);
const notice = 'This page has parts that are not shown here';

test('is filled in before it is signed alone, and arrives with its signature', async () => {
  const mails = world.mailbox.to(ada.email).length;
  const button = page.getByRole('button', { name: 'Sign a document' }).first();
  await (await chooserOf(page, () => button.click())).setFiles(world.file('Own.xhtml', order('')));
  const frame = frameIn(page, 'Own.xhtml');
  await frame.locator('input').fill('500');
  // As in a browser, its style sheet knows the root.
  expect(await frame.getByText('Only a draft').isVisible()).toBe(false);
  expect(await page.getByText(notice).count()).toBe(0);
  await page.getByRole('button', { name: 'Fill and sign' }).click();
  await page.waitForURL(/\/transaction\/[0-9a-f]{24}(?!\/create)/);
  await finish(page);
  await page.waitForURL(/\/completed$/);
  const id = /\/transaction\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
  const client = await clientIn(world, page);
  const request = await client.call('transactions.get', { params: { id } });
  expect(request).toMatchObject({ type: 'just_me', status: 'completed' });
  const { attachments } = await world.mailbox.about(ada.email, `/transaction/${id}/completed`, mails);
  expect(attachments).toHaveLength(2);
  const [fileId = ''] = request.fileIds;
  expect((await client.call('files.signatures', { params: { id: fileId } })).signatures).toHaveLength(1);
});

test('on a small phone, in the dark, the notice is readable, and a failed attempt is made again', async () => {
  await page.goto(`${world.product.url}/transactions`);
  await newRequest(page, world.file('Order.xhtml', order('<p>Terms <img src="https://example.org/terms.png" alt="terms" /></p>')));
  await addRecipient(page, 'Grace Hopper', 'grace@example.com');
  await page.getByRole('tab', { name: 'Options' }).click();
  const protection = page.getByLabel('Password-protect the documents');
  expect(await protection.isDisabled()).toBe(true);
  await page.getByText('This works with PDFs only').first().waitFor();
  await send(page);
  const link = linkIn(await world.mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//);
  const grace = await newPerson(world.browser, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  await openRequest(grace, link);
  await grace.getByText(notice).waitFor();
  await frameIn(grace, 'Order.xhtml').getByText('Amount').waitFor();
  expect(await problemsOf(grace, 'a page on a small phone')).toEqual([]);
  let refused = 0;
  await grace.route('**/sign', async (route) => {
    if (route.request().method() !== 'POST' || refused > 0) return route.fallback();
    refused += 1;
    return route.fulfill({ status: 503, json: { error: { code: 'service_unavailable', message: 'Later' } } });
  });
  await grace.getByRole('button', { name: 'Sign', exact: true }).first().click();
  await grace.getByText('A web page is signed as a file').waitFor();
  expect(await problemsOf(grace, 'the question on a small phone')).toEqual([]);
  await finish(grace);
  await grace.getByRole('button', { name: 'Try again' }).click();
  await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
  expect(refused).toBe(1);
});
