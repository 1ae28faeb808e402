/** What people change about themselves: name, look, how they are reached, ways to sign in, mails, programs; and leaving. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { withNotification } from '#contract/entities/notifications.ts';
import { codeIn, linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { seeing } from './people.ts';
import { clientIn, makeDraft } from './requests.ts';
import { inWorld, type World } from './world.ts';

const password = 'Correct horse 1';

/** A picture whose left half is red and whose right half is blue, as a BMP. */
function twoColours(width: number, height: number): Buffer {
  const head = Buffer.alloc(54);
  head.write('BM');
  head.writeUInt32LE(54 + width * height * 3, 2);
  head.writeUInt32LE(54, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(24, 28);
  const row = Buffer.concat([Buffer.from([0, 0, 255]), Buffer.from([255, 0, 0])].flatMap((colour) => Array.from({ length: width / 2 }, () => colour)));
  return Buffer.concat([head, ...Array.from({ length: height }, () => row)]);
}

/** The colours of a picture near its left and its right edge. */
const coloursOf = (picture: Locator): Promise<string[]> => picture.evaluate(async (image: HTMLImageElement) => {
  const bitmap = await createImageBitmap(await (await fetch(image.src)).blob());
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context?.drawImage(bitmap, 0, 0);
  return [0.1, 0.9].map((share) => context?.getImageData(Math.floor(bitmap.width * share), Math.floor(bitmap.height / 2), 1, 1).data.slice(0, 3).join() ?? '');
});

describe('an account', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  });

  const go = async (path: string, heading: string): Promise<void> => {
    await page.goto(world.product.url + path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };
  const dialog = () => page.getByRole('dialog');
  const me = async <Row extends Record<string, unknown>>(columns: string): Promise<Row | undefined> => (await world.product.query<Row>(`select ${columns} from users where id = (select min(id) from users)`))[0];

  test('has a name, which is validated before it is saved', async () => {
    await go('/profile', 'Profile');
    // Services that nobody has set up are not offered.
    const areas = page.getByRole('navigation', { name: 'Settings' });
    await areas.getByRole('link', { name: 'New organization' }).waitFor();
    expect(await areas.getByRole('link', { name: 'Integrations' }).count()).toBe(0);
    await page.getByLabel('First name').fill('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Enter your first name.').waitFor();
    await page.getByLabel('First name').fill('Augusta Ada');
    await page.getByLabel('Company').fill('Analytical Engines');
    await seeing(page.getByText('Saved', { exact: true }), () => page.getByRole('button', { name: 'Save', exact: true }).click());
    expect(await me('first_name, last_name, company')).toEqual({ first_name: 'Augusta Ada', last_name: 'Byron', company: 'Analytical Engines' });
  });

  test('shows others the part of a picture that was chosen', async () => {
    const field = page.locator('input[type=file]');
    await field.setInputFiles({ name: 'flag.bmp', mimeType: 'image/bmp', buffer: twoColours(200, 100) });
    const picture = dialog().getByRole('application');
    await picture.waitFor();
    expect(await problemsOf(page, 'the part of a picture')).toEqual([]);
    await picture.focus();
    for (let presses = 0; presses < 15; presses += 1) await page.keyboard.press('ArrowLeft');
    await dialog().getByRole('button', { name: 'Use image' }).click();
    await dialog().waitFor({ state: 'detached' });
    const avatar = page.getByRole('main').locator('img').first();
    await expect.poll(() => coloursOf(avatar)).toEqual(['255,0,0', '255,0,0']);
    // A file that is no picture is refused where it was chosen.
    await field.setInputFiles({ name: 'flag.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText('This image can\'t be read. Choose another one.').waitFor();
  });

  test('keeps language and theme at the next sign-in', async () => {
    await page.getByText('Dark', { exact: true }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark');
    await page.getByRole('button', { name: /^English/ }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await page.getByRole('heading', { name: 'Profil', level: 1 }).waitFor();
    await expect.poll(() => me('locale, theme')).toEqual({ locale: 'de', theme: 'dark' });
    await page.getByRole('button', { name: /^Deutsch/ }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  });

  test('asks to sign in again before sensitive changes and returns to the page', async () => {
    // Long enough ago to be asked again, and not so long that the session itself ends.
    await world.product.query(`update oidc_records set payload = payload || jsonb_build_object('loginTs', extract(epoch from now() - interval '1 day')::bigint) where model = 'Session'`);
    const contact = page.getByRole('list', { name: 'Contact details' });
    const name = async (address: string): Promise<void> => {
      await contact.getByRole('button', { name: 'Change e-mail address' }).click();
      await dialog().getByLabel('E-mail address').fill(address);
      await dialog().getByRole('button', { name: 'Save' }).click();
    };
    await name('countess@example.com');
    const question = page.getByRole('alertdialog', { name: 'Sign in again' });
    await question.getByText(/To protect your account, sign in again first/).waitFor();
    expect(await problemsOf(page, 'sign in again')).toEqual([]);
    const before = world.mailbox.to('ada@example.com').length;
    await question.getByRole('button', { name: 'Sign in again' }).click();
    await page.waitForURL(/\/sign-in/);
    await page.getByLabel('E-mail address').fill('ada@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.about('ada@example.com', /\b\d{6}\b/, before)));
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
    await name('countess@example.com');
    await contact.getByText("Until you confirm it, we'll keep using ada@example.com").waitFor();
  });

  test('changes the e-mail address after it is confirmed by mail', async () => {
    const contact = page.getByRole('list', { name: 'Contact details' });
    await contact.getByRole('button', { name: 'Change e-mail address' }).click();
    await dialog().getByLabel('E-mail address').fill('nobody');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Enter a valid e-mail address.').waitFor();
    await dialog().getByLabel('E-mail address').fill('augusta@example.com');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await contact.getByText("Until you confirm it, we'll keep using ada@example.com").waitFor();
    const sent = world.mailbox.to('augusta@example.com').length;
    await contact.getByRole('button', { name: 'Confirm' }).click();
    await page.goto(linkIn(await world.mailbox.about('augusta@example.com', '/verify', sent), /\/verify/));
    await page.getByRole('main').getByRole('button', { name: 'Confirm' }).click();
    // It leads on to the profile by itself.
    await page.waitForURL(/\/profile$/);
    await contact.getByRole('listitem').filter({ hasText: 'augusta@example.com' }).getByText('Confirmed').waitFor();
    expect(await me('email, email_verified')).toEqual({ email: 'augusta@example.com', email_verified: true });
  });

  test('adds a phone number after it is confirmed by text message', async () => {
    const contact = page.getByRole('list', { name: 'Contact details' });
    await contact.getByRole('button', { name: 'Change phone number' }).click();
    await dialog().getByLabel('Phone number').fill('12');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Enter a valid phone number, for example +1 212 555 0100.').waitFor();
    await dialog().getByLabel('Phone number').fill('+491510000012');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await contact.getByText('Not confirmed').waitFor();
    await seeing(page.getByText('Check your phone: the link we sent confirms your number.'), () => contact.getByRole('button', { name: 'Confirm' }).click());
    const [text] = await world.product.query<{ body: string }>('select body from text_messages');
    await page.goto(/https?:\S+/.exec(text?.body ?? '')?.[0] ?? '');
    await page.getByRole('main').getByRole('button', { name: 'Confirm' }).click();
    await page.waitForURL(/\/profile$/);
    await expect.poll(() => me('phone_verified')).toEqual({ phone_verified: true });
  });

  test('gets only the notifications it has chosen', async () => {
    const before = await me<{ notification_settings: number }>('notification_settings');
    await go('/notifications', 'Notifications');
    await page.getByRole('checkbox', { name: 'Someone requests access' }).click({ force: true });
    await expect.poll(() => me('notification_settings')).toEqual({ notification_settings: withNotification(before?.notification_settings ?? 0, 'access_requested', false) });
  });

  test('creates applications with an API key and revokes it', async () => {
    await go('/applications', 'Applications');
    await page.getByRole('button', { name: 'New application' }).click();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Enter a name for the application.').waitFor();
    await dialog().getByLabel('Name').fill('Ledger');
    await dialog().getByRole('button', { name: 'Save' }).click();
    const key = page.getByRole('dialog', { name: 'API key' });
    await key.getByRole('code').nth(1).waitFor();
    const [clientId = '', clientSecret = '', ...where] = await key.getByRole('code').allInnerTexts();
    expect(where).toEqual([`${world.product.url}/apps/token`, `${world.product.url}/openapi.json`]);
    await key.getByRole('button', { name: "I've saved it" }).click();
    const tokenOf = () => page.request.post(`${world.product.url}/apps/token`, { data: { clientId, clientSecret } });
    expect((await tokenOf()).status()).toBe(200);
    await page.getByRole('button', { name: 'More options for Ledger' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'No applications yet' }).waitFor();
    expect((await tokenOf()).status()).toBe(401);
  });

  test('suggests contacts of earlier requests', async () => {
    const client = await clientIn(world, page);
    await client.call('contacts.create', { body: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' } });
    const { id } = await makeDraft(world, page, { name: 'Lease.pdf', recipients: [] });
    await page.goto(`${world.product.url}/transaction/${id}/create`);
    await page.getByRole('tab', { name: 'People' }).click();
    const form = page.getByRole('form', { name: 'Add a recipient' });
    await form.getByLabel('E-mail address').pressSequentially('hopp');
    await page.getByRole('option', { name: /Grace Hopper/ }).click();
    await expect.poll(() => form.getByLabel('E-mail address').inputValue()).toBe('grace@example.com');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('complementary').getByRole('row', { name: 'Grace Hopper' }).waitFor();
  });

  test('signs out and signs in again with a password', async () => {
    await go('/profile', 'Profile');
    await page.getByRole('button', { name: 'Set password' }).click();
    await dialog().getByLabel('New password').fill('short');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByRole('alert').or(dialog().locator('[slot=errorMessage]')).first().waitFor();
    await dialog().getByLabel('New password').fill(password);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('You have a password').waitFor();
    // `initial_flow` is kept through the sign-out (document 1 §2).
    await go('/profile?initial_flow=sign_up', 'Profile');
    await page.getByRole('button', { name: 'Sign out' }).last().click();
    await page.getByRole('heading', { name: 'Create your account', level: 1 }).waitFor();
    // Nothing of the session is left.
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('oidc.user:')))).toEqual([]);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Use a password' }).click();
    await page.getByLabel('E-mail address').fill('augusta@example.com');
    await page.getByLabel('Password').fill('Wrong horse 1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText(/Wrong e.mail address or password\./).waitFor();
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  });

  test('is deleted with all its data', async () => {
    await go('/profile', 'Profile');
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete everything' }).click();
    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await page.getByText('Your account was deleted.').waitFor();
    // Jobs delete what a large account holds, in portions.
    await expect.poll(() => world.product.query('select (select count(*)::int from transactions where deleted_at is null) as requests, (select count(*)::int from contacts) as contacts, (select count(*)::int from passwords) as passwords'))
      .toEqual([{ requests: 0, contacts: 0, passwords: 0 }]);
  });
});
