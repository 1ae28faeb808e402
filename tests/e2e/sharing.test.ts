/** Who else sees a request: shared by address, asked for, given away, taken back; its history and its audit trail. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { fillPath } from '#contract/routes.ts';
import { newPerson } from '../support/chromium.ts';
import { qpdfProblems, textOf } from '../support/judges.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openLink, openRequest, seeing } from './people.ts';
import { askOne } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = { name: 'Grace Hopper', email: 'grace@example.com' };

describe('a shared request', () => {
  let world: World;
  let ada: Page;
  let alan: Page;
  let emmy: Page;
  let path: string;

  inWorld(async (opened) => {
    world = opened;
    [ada, alan, emmy] = await Promise.all([signedIn(world), newPerson(world.browser), signedIn(world, { email: 'emmy@example.com', first: 'Emmy', last: 'Noether' })]);
    await askOne(world, ada, 'Lease.pdf', grace);
    path = new URL(ada.url()).pathname;
  });

  const people = (page: Page) => page.getByRole('region', { name: 'Who has access' }).getByRole('listitem');
  /** The page is connected to what happens elsewhere: what happens before that brings no notice. */
  const listening = (page: Page) => page.waitForResponse((response) => new URL(response.url()).pathname === '/events');
  const address = (part: string) => `${world.product.url}${path}${part}`;

  test('is shared by e-mail address with a link that opens it', async () => {
    await ada.getByRole('button', { name: 'More', exact: true }).click();
    await ada.getByRole('menuitem', { name: 'Sharing' }).click();
    await ada.waitForURL(/\/sharing$/);
    const add = ada.getByRole('region', { name: 'Share' });
    await add.getByRole('button', { name: 'Share', exact: true }).click();
    await add.getByText('Enter an e-mail address.').waitFor();
    await add.getByLabel('E-mail address').fill('ada@example.com');
    await add.getByText("That's you. Choose someone else.").waitFor();
    await add.getByLabel('E-mail address').fill('alan@example.com');
    await add.getByLabel('Name').fill('Alan Turing');
    await add.getByLabel('Message').fill('Have a look at page two.');
    await add.getByRole('button', { name: 'Share', exact: true }).click();
    await people(ada).filter({ hasText: 'Alan Turing' }).waitFor();
    await expect.poll(() => people(ada).first().innerText()).toMatch(/Ada Byron.*Owner/s);
    const mail = await world.mailbox.about('alan@example.com', 'Have a look at page two.');
    await openLink(alan, linkIn(mail, /\/transaction\//));
    await alan.getByRole('heading', { name: 'Status' }).waitFor();
    expect(await alan.getByRole('button', { name: 'Send reminder' }).count()).toBe(0);
  });

  test('opens for a stranger after the owner approves', async () => {
    await emmy.goto(address(''));
    await emmy.getByRole('heading', { name: "You don't have access" }).waitFor();
    await emmy.getByRole('button', { name: 'Request access' }).click();
    await emmy.getByRole('heading', { name: 'Access requested' }).waitFor();
    // The owner is elsewhere and is led there by the notice.
    await ada.goto(`${world.product.url}/files`);
    // What the page asks for in advance is refused when the page waits for it already, as over a slow network.
    const transactionPath = fillPath(calls['transactions.get'].path, { id: path.split('/').at(-1) ?? '' });
    await emmy.route(world.product.url + transactionPath, async (route) => {
      await setTimeout(1500);
      await route.continue();
    }, { times: 1 });
    await Promise.all([listening(emmy), emmy.reload()]);
    await emmy.getByRole('heading', { name: 'Access requested' }).waitFor();
    await ada.goto(address('/sharing'));
    await ada.getByRole('button', { name: 'Decline Emmy Noether' }).click();
    await emmy.getByText('The owner declined your request.').waitFor();
    // Before her events are connected no notice comes: it is for who is there.
    await Promise.all([listening(ada), ada.goto(`${world.product.url}/files`)]);
    await ada.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    await seeing(ada.getByText('Emmy Noether requests access to “Lease'), () => emmy.getByRole('button', { name: 'Request again' }).click());
    await ada.getByRole('button', { name: 'Review' }).click();
    await ada.getByRole('button', { name: 'Accept Emmy Noether' }).click();
    await people(ada).filter({ hasText: 'Emmy Noether' }).waitFor();
    await emmy.getByRole('heading', { name: 'Status' }).waitFor();
    await expect.poll(() => world.product.query('select status from access_requests order by created_at')).toEqual([{ status: 'rejected' }, { status: 'accepted' }]);
  });

  test('is no longer visible after sharing is stopped or a person leaves', async () => {
    await ada.getByRole('button', { name: 'More options for Alan Turing' }).click();
    await ada.getByRole('menuitem', { name: 'Stop sharing' }).click();
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Stop sharing' }).click();
    await people(ada).filter({ hasText: 'Alan Turing' }).waitFor({ state: 'detached' });
    await alan.getByRole('heading', { name: "You don't have access" }).waitFor();
    await emmy.goto(address('/sharing'));
    await emmy.getByRole('button', { name: 'Leave' }).click();
    await emmy.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
    await emmy.waitForURL(/\/transactions$/);
    await people(ada).filter({ hasText: 'Emmy Noether' }).waitFor({ state: 'detached' });
    // The owner, and the recipient.
    await expect.poll(() => people(ada).count()).toBe(2);
  });

  test('shows its history by day and exports it as a table', async () => {
    await ada.getByRole('link', { name: 'History' }).click();
    const history = ada.getByRole('region', { name: 'History' });
    await history.getByText('Ada Byron shared it with Alan Turing').waitFor();
    await history.getByText('Ada Byron sent the request').waitFor();
    // Around midnight what was done before is from yesterday.
    await expect.poll(() => history.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(await daysOf(world, ada));
    const first = history.getByRole('listitem').filter({ hasText: 'Ada Byron sent the request' });
    await first.getByText('Details').click();
    await first.getByText(/Chrome on Linux/).waitFor();
    const [download] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('button', { name: 'Export as CSV' }).click()]);
    const table = join(world.folder, 'history.csv');
    await download.saveAs(table);
    expect(download.suggestedFilename()).toMatch(/^Lease.* history\.csv$/);
  });

  test('has a new owner after a transfer', async () => {
    await ada.goto(address('/sharing'));
    const add = ada.getByRole('region', { name: 'Share' });
    await add.getByLabel('E-mail address').fill('emmy@example.com');
    await add.getByRole('button', { name: 'Share', exact: true }).click();
    await ada.getByRole('button', { name: 'More options for Emmy Noether' }).click();
    await ada.getByRole('menuitem', { name: 'Make owner' }).click();
    const dialog = ada.getByRole('dialog', { name: 'Choose the new owner' });
    await dialog.getByLabel('Reason').fill("I am on leave.");
    // The first try fails: why is said, what was written stays, and it is tried again.
    await ada.route('**/share', (route) => route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', message: 'No' } } }), { times: 1 });
    await dialog.getByRole('button', { name: 'Change owner' }).click();
    await dialog.getByRole('alert').waitFor();
    await seeing(dialog.getByText('Emmy Noether is now the owner'), () => dialog.getByRole('button', { name: 'Try again' }).click());
    // Nobody closes it.
    await dialog.waitFor({ state: 'detached' });
    await ada.getByRole('region', { name: 'Share' }).waitFor({ state: 'detached' });
    await emmy.goto(address('/sharing'));
    await expect.poll(() => people(emmy).first().innerText()).toMatch(/Emmy Noether.*Owner/s);
  });

  test('has an audit trail after completion', async () => {
    const guest = await newPerson(world.browser);
    await openRequest(guest, linkIn(await world.mailbox.about(grace.email, '/transaction/'), /\/transaction\//));
    // It ends after the page was asked for, and before the live events reach it.
    let connect = (): void => undefined;
    const ended = new Promise<void>((resolve) => (connect = resolve));
    await emmy.route('**/events?*', (route) => ended.then(() => route.continue()));
    await emmy.goto(address('/completed'));
    await emmy.getByRole('heading', { name: 'Not everyone is done yet' }).waitFor();
    await finish(guest);
    await guest.getByRole('heading', { name: 'You have signed' }).waitFor();
    connect();
    const button = emmy.getByRole('button', { name: 'Download audit trail' });
    // It is made when it is its turn, and asked for every 18 seconds.
    await button.waitFor();
    const [download] = await Promise.all([emmy.waitForEvent('download'), button.click()]);
    const file = join(world.folder, 'audit.pdf');
    await download.saveAs(file);
    expect(qpdfProblems(file)).toBe('');
    const audit = textOf(file);
    expect(audit).toContain('Grace Hopper');
    // The guest came with this browser by the link of the mail, and by nothing else.
    expect(audit).toMatch(/Signed in by\s+Personal link sent by e-mail · \d{4}-/);
    await expect.poll(() => emmy.getByRole('button', { name: 'Create audit trail' }).count()).toBe(0);
  });
});

/** What the days of the history are called today, in the page's own time: the newest first. */
async function daysOf({ product }: World, page: Page): Promise<string[]> {
  const rows = await product.query<{ at: Date }>('select created_at as at from insights order by created_at desc');
  const days = await page.evaluate((times) => times.map((time) => (new Date(time).toDateString() === new Date().toDateString() ? 'Today' : 'Yesterday')), rows.map(({ at }) => at.toISOString()));
  return [...new Set(days)];
}
