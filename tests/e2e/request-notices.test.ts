/** What others do to a request is told wherever in the app one is. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { clientIn, makeRequest, recipient } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

describe('notices about requests', () => {
  let world: World;
  let ada: Page;
  let grace: Page;
  inWorld(async (opened) => {
    world = opened;
    ada = await signedIn(world);
    grace = await signedIn(world, { email: 'grace@example.com', first: 'Grace', last: 'Hopper' });
  });

  const notice = (page: Page, text: string) => page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem').filter({ hasText: text });

  test('a signer is told of a new request, and the sender that it was declined', async () => {
    for (const page of [ada, grace]) {
      await page.setViewportSize(devices.phone.viewport);
      // What happens before the page is connected to what happens elsewhere brings no notice.
      await Promise.all([page.waitForResponse((response) => new URL(response.url()).pathname === '/events'), page.goto(`${world.product.url}/profile`)]);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
    const { id } = await makeRequest(world, ada, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', 'grace@example.com')] });
    const request = notice(grace, 'Ada Byron asks you to sign “Lease.pdf”');
    await request.waitFor();
    // The notice is no look at the request, which the history would record.
    expect(await world.product.query(`select viewed_at from recipients where transaction_id = '${id}'`)).toEqual([{ viewed_at: null }]);
    expect(await problemsOf(grace, 'a notice of a request')).toEqual([]);
    await request.getByRole('button', { name: 'Open' }).click();
    await grace.waitForURL(new RegExp(`/transaction/${id}`));
    await (await clientIn(world, grace)).call('transactions.decline', { params: { id }, body: { reason: 'The rent is wrong.' } });
    const declined = notice(ada, 'Grace Hopper declined “Lease.pdf”');
    await declined.waitFor();
    await declined.getByRole('button', { name: 'Open' }).click();
    await ada.getByText('The rent is wrong.').waitFor();
  });
});
