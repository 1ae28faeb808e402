/** The link of a mail, on several devices and over somebody else's session. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { devices, newPerson } from '../support/chromium.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, typeSignature } from './people.ts';
import { clientIn, fieldFor, makeRequest, recipient } from './requests.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let sender: Page;
let link: string;
let id: string;
const grace = 'grace@example.com';

beforeAll(async () => {
  world = await openWorld();
  sender = await signedIn(world);
  ({ id } = await makeRequest(world, sender, {
    name: 'Lease.pdf', recipients: [recipient('Grace Hopper', grace, { locale: 'de' }), recipient('Alan Turing', 'alan@example.com')], fields: [fieldFor(grace, 'signature')],
  }));
  link = linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//);
});
afterAll(() => world.close());

describe('the link in a mail', () => {
  test('signs nobody in when a scanner that runs scripts opens it', async () => {
    const scanner = await newPerson(world.browser);
    await scanner.goto(link);
    await scanner.getByRole('heading', { name: 'Lease.pdf' }).waitFor();
    await scanner.reload();
    await scanner.getByRole('button', { name: 'Beginnen' }).waitFor();
    expect(await scanner.evaluate(() => localStorage.getItem('countersign.signed-in'))).toBeNull();
    await scanner.context().close();
  });

  test('introduces the request in the language of the mail on a phone and leads straight to the first field', async () => {
    const phone = await newPerson(world.browser, devices.phone);
    await phone.goto(link);
    await phone.getByText('Ada Byron bittet Sie um Ihre Unterschrift.').waitFor();
    await phone.getByText('ada@example.com').waitFor();
    expect(await phone.evaluate(() => document.documentElement.lang)).toBe('de');
    await phone.getByRole('button', { name: 'Beginnen' }).click();
    await phone.locator('[data-place]').waitFor();
    expect(await phone.getByRole('dialog', { name: 'Lease.pdf' }).count()).toBe(0);
    expect(new URL(phone.url()).search).toBe('');
    await phone.context().close();
  });

  test('asks once for a mailed code on a new device and then opens the document', async () => {
    const desk = await newPerson(world.browser);
    await desk.addInitScript(() => localStorage.setItem('countersign.language', 'en'));
    const sent = world.mailbox.to(grace).length;
    await desk.goto(link);
    await desk.getByRole('button', { name: 'Start' }).click();
    await desk.getByText('to g…@example.com').waitFor();
    await desk.getByLabel('Code').fill('000000');
    await desk.getByText(/4 more|4 tries|4 attempts/).waitFor();
    await desk.getByLabel('Code').fill(codeIn(await world.mailbox.about(grace, /\b\d{6}\b/, sent)));
    await typeSignature(desk, 'Grace Hopper');
    await finish(desk);
    await desk.getByRole('heading', { name: 'You have signed' }).waitFor();
    await world.mailbox.about('ada@example.com', 'Grace Hopper has signed');
    // Signed in as its person, it goes straight on.
    await desk.goto(link);
    await desk.waitForURL((url) => url.pathname === `/transaction/${id}` && url.search === '');
    await desk.getByRole('heading', { name: 'Status' }).waitFor();
    expect(await desk.getByRole('button', { name: 'Start' }).count()).toBe(0);
    await desk.context().close();
  });

  test('asks once which account to use if somebody else is signed in', async () => {
    const other = await signedIn(world, { email: 'emmy@example.com', first: 'Emmy', last: 'Noether' });
    const forAlan = linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//);
    await other.goto(forAlan);
    await other.getByText('You are signed in as emmy@example.com.').waitFor();
    await other.getByText('This link is for Alan Turing (a…@example.com).').waitFor();
    await other.getByRole('button', { name: 'Stay signed in as emmy@example.com' }).click();
    await other.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await other.goto(forAlan);
    await other.getByRole('button', { name: 'Start' }).click();
    // Once is enough: the page of the server asks only those who didn't come by ours.
    await other.getByRole('region', { name: 'Your fields' }).waitFor();
    const { email } = await (await clientIn(world, other)).call('profile.get');
    expect(email).toBe('alan@example.com');
  });

  test('says why it has ended', async () => {
    await (await clientIn(world, sender)).call('transactions.cancel', { params: { id } });
    const late = await newPerson(world.browser);
    await late.goto(linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await late.getByRole('heading', { name: 'This request was canceled' }).waitFor();
    expect(await late.getByText('Lease.pdf').count()).toBe(0);
    await late.getByRole('button', { name: 'Sign in' }).click();
    await late.getByLabel('E-mail address').waitFor();
  });
});
