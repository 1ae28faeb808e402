/** While no mail goes out, whoever sent something sees whose message waits, and sees by themselves that it went out after all. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { finish, openRequest } from './people.ts';
import { askOne, clientIn, makeRequest, recipient } from './requests.ts';
import { inWorld, openWorld, type World } from './world.ts';

const grace = { name: 'Grace Hopper', email: 'grace@example.com' };
const waits = "The message can't be sent right now. We'll keep trying.";

let world: World;
let page: Page;
let gateway: Server;

inWorld(
  async (opened) => {
    world = opened;
    page = await signedIn(world);
  },
  async () => {
    // A gateway for text messages that is always busy.
    gateway = createServer((request, response) => request.resume().on('end', () => response.writeHead(503).end()));
    await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
    return openWorld({ SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/` });
  },
);
afterEach(() => world.mailbox.refuse(false));
afterAll(() => new Promise((resolve) => gateway.close(resolve)));

/** The mail server is there again. The queue waits longer after each failure; the test does not. */
async function mailGoesOut(): Promise<void> {
  world.mailbox.refuse(false);
  const isOut = async (): Promise<number> => {
    await world.product.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
    const [waiting] = await world.product.query<{ count: number }>("select count(*)::int from mails where status = 'queued'");
    return waiting!.count;
  };
  await expect.poll(isOut).toBe(0);
}
/** An answer waits a moment for the first try of a message, which on a busy machine comes later: whoever asks again is told then. */
async function untilShown(notice: Locator, ask: () => Promise<unknown>, askAgain = ask): Promise<void> {
  const seenWithin = async (act: () => Promise<unknown>): Promise<boolean> => {
    const seen = notice.waitFor({ timeout: 10_000 }).then(() => true, () => false);
    await act();
    return seen;
  };
  if (await seenWithin(ask)) return;
  for (let tries = 0; tries < 3; tries++) if (await seenWithin(askAgain)) return;
  await notice.waitFor();
}
/** In both themes, on a desk and on a phone. */
async function problemsEverywhere(name: string): Promise<string[]> {
  const found: string[] = [];
  for (const device of ['phone', 'desk'] as const) {
    await page.setViewportSize(devices[device].viewport);
    found.push(...(await problemsOf(page, `${name} on a ${device}`)));
  }
  return found;
}

describe('the sender of a request', () => {
  test('sees beside each recipient that the message waits and that it was sent', async () => {
    world.mailbox.refuse(true);
    const { id } = await makeRequest(world, page, { name: 'Lease.pdf', recipients: [recipient(grace.name, grace.email)] });
    await page.goto(`${world.product.url}/transaction/${id}`);
    const person = page.getByRole('complementary').getByRole('listitem').filter({ hasText: grace.name });
    await person.getByText(waits).waitFor();
    expect(await problemsEverywhere('an invitation that waits')).toEqual([]);
    await mailGoesOut();
    await person.getByText('Message sent').waitFor();
    const guest = await newPerson(world.browser);
    await openRequest(guest, linkIn(await world.mailbox.about(grace.email, `/transaction/${id}`), /\/transaction\//));
    world.mailbox.refuse(true);
    await finish(guest);
    await guest.getByRole('heading', { name: 'You have signed' }).waitFor();
    await guest.context().close();
  });

  test('sees beside the result whose message waits', async () => {
    world.mailbox.refuse(true);
    await page.getByRole('heading', { name: 'Everyone is done' }).or(page.getByText(waits)).first().waitFor();
    await page.getByText(waits).waitFor();
    expect(await problemsEverywhere('a result that waits')).toEqual([]);
    await mailGoesOut();
    await page.getByText(waits).waitFor({ state: 'detached' });
    expect(await world.mailbox.about(grace.email, /completed/)).toBeDefined();
  });

  test('sees that a message cannot be sent', async () => {
    world.mailbox.refuse(true, 550);
    const { id } = await makeRequest(world, page, { name: 'Lease.pdf', recipients: [recipient(grace.name, grace.email)] });
    await expect.poll(() => world.product.query("select 1 from mails where status = 'failed'")).toHaveLength(1);
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByText("The message couldn't be sent. Check the address or send a reminder.").waitFor();
    expect(await problemsEverywhere('an invitation that can not be sent')).toEqual([]);
  });
});

test('sharing shows beside each person that the message waits', async () => {
  await askOne(world, page, 'Shared lease.pdf', grace);
  world.mailbox.refuse(true);
  await page.goto(`${page.url()}/sharing`);
  const add = page.getByRole('region', { name: 'Share' });
  await add.getByLabel('E-mail address').fill('alan@example.com');
  await add.getByLabel('Name').fill('Alan Turing');
  await add.getByRole('button', { name: 'Share', exact: true }).click();
  const person = page.getByRole('region', { name: 'Who has access' }).getByRole('listitem').filter({ hasText: 'Alan Turing' });
  await person.getByText(waits).waitFor();
  expect(await problemsEverywhere('a share that waits')).toEqual([]);
  await mailGoesOut();
  await person.getByText(waits).waitFor({ state: 'detached' });
  await world.mailbox.about('alan@example.com', /\/transaction\//);
});

test('inviting members shows beside each that the message waits, and a failed one can be resent', async () => {
  const { id } = await (await clientIn(world, page)).call('organizations.create', { body: { name: 'Analytical Engines' } });
  await page.goto(`${world.product.url}/organization/${id}/members`);
  world.mailbox.refuse(true);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByRole('dialog').getByLabel('E-mail addresses').fill('charles@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click();
  const member = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'charles@example.com' });
  await member.getByText(waits).waitFor();
  expect(await problemsEverywhere('a member whose invitation waits')).toEqual([]);
  await mailGoesOut();
  await member.getByText(waits).waitFor({ state: 'detached' });
  world.mailbox.refuse(true, 550);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await page.getByRole('dialog').getByLabel('E-mail addresses').fill('gone@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click();
  const gone = page.getByRole('list', { name: 'Members' }).getByRole('listitem').filter({ hasText: 'gone@example.com' });
  const givenUp = gone.getByText("The invitation couldn't be sent. Check the address or invite them again.");
  await givenUp.waitFor();
  world.mailbox.refuse(false);
  await gone.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Invite again' }).click();
  await givenUp.waitFor({ state: 'detached' });
  await world.mailbox.about('gone@example.com', '/invite/');
});

test('a delayed code, link or text message is announced at once', async () => {
  world.mailbox.refuse(true);
  await page.goto(`${world.product.url}/profile`);
  await page.getByRole('button', { name: 'Change e-mail address' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('ada@elsewhere.example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await untilShown(page.getByText(/We can't send e.mail right now\. The link will arrive as soon as possible\./), () => page.getByRole('button', { name: 'Confirm', exact: true }).click());

  await page.goto(`${world.product.url}/signatures/editor`);
  await page.getByRole('tab', { name: 'Use a phone' }).click();
  await page.getByLabel('Or send the link to a phone').fill('+49 151 00001');
  await untilShown(page.getByText(/^We can't send text messages right now/), () => page.getByRole('button', { name: 'Send the link' }).click());
  expect(await problemsEverywhere('a link that waits')).toEqual([]);

  const stranger = await newPerson(world.browser);
  await stranger.goto(`${world.product.url}/transactions`);
  await stranger.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
  await stranger.getByLabel('E-mail address').fill('nobody@example.com');
  const codeIsLate = stranger.getByText(/^We can't send e.mail right now\. Your code will arrive as soon as possible/);
  await untilShown(codeIsLate, () => stranger.getByRole('button', { name: 'Send code' }).click(), () => stranger.getByRole('button', { name: 'Send a new code' }).click());
  expect(await problemsOf(stranger, 'a code that waits')).toEqual([]);
  await mailGoesOut();
  // All have gone out: of several codes the last counts.
  const [code] = world.mailbox.to('nobody@example.com').slice(-1);
  await stranger.getByLabel('Code from the e-mail').fill(codeIn(code!));
  await stranger.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await stranger.context().close();
});
