import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { addRecipient, finish, newRequest, openRequest, seeing, send } from './people.ts';
import { askOne, clientIn, makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = { name: 'Grace Hopper', email: 'grace@example.com' };

describe('an exceptional course of a request', () => {
  let world: World;
  let sender: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });
  beforeEach(() => sender.goto(`${world.product.url}/transactions`));

  const stateOf = async (title: string) => {
    const [row] = await world.product.query<{ status: string; rejection_reason: string | null }>('select status, rejection_reason from transactions where name like $1', [`${title}%`]);
    return row;
  };

  /** Of the request that the page shows. */
  const idIn = (page: Page): string => /[0-9a-f]{24}/.exec(page.url())?.[0] ?? '';

  test('declined: the sender sees the reason at once and by mail', async () => {
    const link = await askOne(world, sender, 'Declined.pdf', grace);
    const page = await newPerson(world.browser);
    await openRequest(page, link);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Decline' }).click();
    const dialog = page.getByRole('dialog', { name: 'Decline to sign?' });
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('The rent is wrong.');
    await dialog.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('heading', { name: 'You declined to sign' }).waitFor();
    await sender.getByText('A recipient declined, so the request has ended.').waitFor();
    await expect.poll(() => sender.getByRole('blockquote').innerText()).toBe('The rent is wrong.');
    await world.mailbox.about('ada@example.com', 'The rent is wrong.');
    expect(await stateOf('Declined')).toEqual({ status: 'declined', rejection_reason: 'The rent is wrong.' });
  });

  test('invited by text message only: the link signs in the recipient, who then signs', async () => {
    const phone = '+491510000077';
    const { id } = await makeRequest(world, sender, { name: 'By telephone.pdf', recipients: [{ phone, firstName: 'Mary', lastName: 'Somerville' }] });
    const texts = () => world.product.query<{ body: string }>(`select body from text_messages where body like '%/transaction/%'`);
    await expect.poll(async () => (await texts()).length).toBe(1);
    const page = await newPerson(world.browser);
    await openRequest(page, /https?:\S+/.exec((await texts())[0]?.body ?? '')?.[0] ?? '');
    await finish(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await sender.goto(`${world.product.url}/transaction/${id}`);
    await sender.getByRole('heading', { name: 'Everyone is done' }).waitFor();
    const [person] = await world.product.query<{ email: string | null; phone_verified: boolean }>('select email, phone_verified from users where phone = $1', [phone]);
    expect(person).toEqual({ email: null, phone_verified: true });
  });

  test('canceled: the link in the mail no longer works', async () => {
    const link = await askOne(world, sender, 'Canceled.pdf', grace);
    await sender.getByRole('button', { name: 'Cancel request', exact: true }).click();
    await sender.getByRole('alertdialog').or(sender.getByRole('dialog')).getByRole('button', { name: 'Cancel request' }).click();
    await sender.getByText('The request was canceled.').waitFor();
    const page = await newPerson(world.browser);
    await page.goto(link);
    await page.getByRole('heading', { name: 'This request was canceled' }).waitFor();
    expect(await page.getByText('Canceled.pdf').count()).toBe(0);
    expect(await stateOf('Canceled')).toEqual({ status: 'canceled', rejection_reason: null });
  });

  test('ended in another window: canceling it reports the end and shows the status', async () => {
    // What happens elsewhere does not reach this window by itself.
    await sender.route('**/events?*', (route) => route.abort());
    const link = await askOne(world, sender, 'Declined meanwhile.pdf', grace);
    const id = idIn(sender);
    const page = await newPerson(world.browser);
    await openRequest(page, link);
    await (await clientIn(world, page)).call('transactions.decline', { params: { id }, body: { reason: 'The rent is wrong.' } });
    await page.context().close();
    await sender.getByRole('button', { name: 'Cancel request', exact: true }).click();
    const dialog = sender.getByRole('alertdialog');
    await dialog.getByRole('button', { name: 'Cancel request' }).click();
    await dialog.getByText('This has changed in the meantime. A recipient declined, so the request has ended.').waitFor();
    await dialog.getByRole('button', { name: 'Keep request' }).last().click();
    await sender.getByRole('status').filter({ hasText: 'A recipient declined' }).waitFor();
    expect(await sender.getByRole('button', { name: 'Send reminder' }).count()).toBe(0);
    await sender.unrouteAll();
  });

  test('canceled in another window: canceling it again has the same result', async () => {
    await sender.route('**/events?*', (route) => route.abort());
    await askOne(world, sender, 'Canceled meanwhile.pdf', grace);
    const id = idIn(sender);
    await (await clientIn(world, sender)).call('transactions.cancel', { params: { id } });
    await sender.getByRole('button', { name: 'Cancel request', exact: true }).click();
    await sender.getByRole('alertdialog').getByRole('button', { name: 'Cancel request' }).click();
    await sender.getByRole('alertdialog').waitFor({ state: 'detached' });
    await sender.getByRole('status').filter({ hasText: 'The request was canceled.' }).waitFor();
    expect(await sender.getByRole('button', { name: 'Send reminder' }).count()).toBe(0);
    await sender.unrouteAll();
  });

  test('canceled while the page loads: the page says so despite the prefetch', async () => {
    const { id } = await makeRequest(world, sender, { name: 'Canceled early.pdf', recipients: [recipient(grace.name, grace.email)] });
    const elsewhere = await clientIn(world, sender);
    const known = sender.waitForResponse((response) => new URL(response.url()).pathname === `/transactions/${id}`).then((response) => response.finished());
    // The stream of events begins after it, the code of the screen comes after that.
    await sender.route('**/auth/get_event_ticket', async (route) => {
      await known;
      await elsewhere.call('transactions.cancel', { params: { id } });
      await route.continue();
    }, { times: 1 });
    const listens = sender.waitForResponse(/\/events\?/);
    await sender.route('**/assets/TransactionPage-*.js', async (route) => {
      await listens;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await sender.goto(`${world.product.url}/transaction/${id}`);
    await sender.getByRole('status').filter({ hasText: 'The request was canceled.' }).waitFor();
    expect(await sender.getByRole('button', { name: 'Send reminder' }).count()).toBe(0);
    await sender.unrouteAll();
  });

  test('reminded: the sender’s message arrives with a working link', async () => {
    await askOne(world, sender, 'Reminded.pdf', grace);
    const before = world.mailbox.to(grace.email).length;
    // Nobody is reminded in the first hour.
    await sender.getByText(/^You can send Grace Hopper a reminder from/).waitFor();
    expect(await sender.getByRole('button', { name: 'Send reminder' }).count()).toBe(0);
    await world.product.query("update recipients set invited_at = now() - interval '61 minutes' where transaction_id = $1", [idIn(sender)]);
    await sender.reload();
    await sender.getByRole('button', { name: 'Send reminder' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Remind Grace Hopper' });
    await dialog.getByLabel('Message').fill('It would help me to have it on Friday.');
    // The first try fails: why is said, what was written stays, and it is tried again.
    await sender.route('**/remind', (route) => route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', message: 'No' } } }), { times: 1 });
    await dialog.getByRole('button', { name: 'Send reminder' }).click();
    await dialog.getByRole('alert').waitFor();
    const shown = timeShown(sender, 'Reminder sent to Grace Hopper');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    // Nobody closes it: it goes after two seconds.
    expect(await shown).toBeGreaterThan(1500);
    await dialog.waitFor({ state: 'detached' });
    const mail = await world.mailbox.about(grace.email, 'It would help me to have it on Friday.');
    expect(world.mailbox.to(grace.email).indexOf(mail)).toBeGreaterThanOrEqual(before);
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(mail, /\/transaction\//));
    await finish(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await stateOf('Reminded')).toEqual({ status: 'completed', rejection_reason: null });
  });

  test('reassigned by the sender: the new recipient signs instead', async () => {
    await askOne(world, sender, 'Passed on.pdf', grace);
    await sender.getByRole('button', { name: 'More options for Grace Hopper' }).click();
    await sender.getByRole('menuitem', { name: 'Reassign' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Who should sign instead of Grace Hopper?' });
    const ask = () => dialog.getByRole('button', { name: 'Reassign' }).click();
    await dialog.getByLabel('Name').fill('Al\u202Ean');
    await ask();
    for (const problem of ['Enter an e-mail address.', "This name contains a character that can't be shown.", 'Enter a reason.']) await dialog.getByText(problem).waitFor();
    await dialog.getByLabel('Name').fill('Alan Turing');
    await dialog.getByLabel('Reason').fill('x'.repeat(257));
    await dialog.getByText('Enter at most 256 characters.').waitFor();
    await dialog.getByLabel('Reason').fill('Grace is on holiday.');
    for (const [address, problem] of [['alan', 'Enter a valid e-mail address.'], ['Ada@example.com', "That's you. Choose someone else."], ['grace@example.com', 'This person is already on the list.']] as const) {
      await dialog.getByLabel('E-mail address').fill(address);
      await dialog.getByText(problem).waitFor();
    }
    await dialog.getByLabel('E-mail address').fill('alan@example.com');
    // The first try fails: why is said, what was written stays, and it is tried again.
    await sender.route('**/reassign', (route) => route.fulfill({ status: 429, json: { error: { code: 'too_many_requests', message: 'No' } } }), { times: 1 });
    await ask();
    await dialog.getByRole('alert').waitFor();
    await seeing(dialog.getByText('Reassigned to Alan Turing, who has been asked to sign'), () => dialog.getByRole('button', { name: 'Try again' }).click());
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    // Nobody closes it.
    await dialog.waitFor({ state: 'detached' });
    await sender.getByText("It's Alan Turing's turn. Signed: 0 of 1.").waitFor();
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await finish(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await stateOf('Passed on')).toEqual({ status: 'completed', rejection_reason: null });
  });

  test('reassigned by the recipient: possible if the sender allows it, until the deadline', async () => {
    await newRequest(sender, await world.ownForm('Handed over.pdf'));
    await addRecipient(sender, grace.name, grace.email);
    await sender.getByRole('tab', { name: 'Options' }).click();
    await sender.getByText('Recipients can reassign').click();
    await sender.getByLabel(/^Deadline/).fill('2001-01-01');
    await sender.getByText('This date has passed. Choose a later one.').waitFor();
    await sender.getByLabel(/^Deadline/).fill('2099-12-31');
    await sender.getByText(/^The request is open until .*2099/).waitFor();
    await sender.getByRole('button', { name: 'Discard all' }).click();
    await send(sender);
    const [row] = await world.product.query<{ options: object; expires_at: Date }>("select options, expires_at from transactions where name like 'Handed%'");
    expect(row?.options).toMatchObject({ allowSignerReassignment: true });
    expect(row?.expires_at.getFullYear()).toBe(2099);
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(await world.mailbox.about(grace.email, new URL(sender.url()).pathname), /\/transaction\//));
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Reassign to someone else' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who should sign instead of you?' });
    await dialog.getByLabel('E-mail address').fill('emmy@example.com');
    await dialog.getByLabel('Reason').fill('She knows the flat.');
    await dialog.getByRole('button', { name: 'Reassign' }).click();
    await page.getByRole('heading', { name: 'You reassigned it' }).waitFor();
    await sender.getByText("It's emmy@example.com's turn. Signed: 0 of 1.").waitFor();
    const other = await newPerson(world.browser);
    await openRequest(other, linkIn(await world.mailbox.about('emmy@example.com', '/transaction/'), /\/transaction\//));
    await finish(other);
    await other.getByRole('heading', { name: 'You have signed' }).waitFor();
  });
});

/** How many milliseconds words stand in a page, by its own clock: this process may look too late. */
function timeShown(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let since: number | null = null;
        new MutationObserver((_, observer) => {
          const isThere = document.body.textContent?.includes(text) ?? false;
          if (isThere) since ??= performance.now();
          if (isThere || since === null) return;
          observer.disconnect();
          resolve(performance.now() - since);
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    words,
  );
}
