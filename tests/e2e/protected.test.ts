/** Documents that nobody opens without a password: chosen when sending, asked of who signs, still asked when it is over. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest, placeOf } from './people.ts';
import { fieldFor, makeDraft, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
const password = 'Ωμέγα 42';

describe('a password-protected request', () => {
  let world: World;
  let sender: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });

  test('is sent with a password that no mail contains', async () => {
    const { id } = await makeDraft(world, sender, { name: 'Secret lease.pdf', recipients: [recipient('Grace Hopper', grace)], fields: [fieldFor(grace, 'text')] });
    await sender.goto(`${world.product.url}/transaction/${id}/create`);
    await sender.getByRole('tab', { name: 'Options' }).click();
    await sender.getByText('Password-protect the documents').click();
    await sender.getByText('Saved', { exact: true }).waitFor();
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = sender.getByRole('dialog', { name: 'Send for signature?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Enter a password.').waitFor();
    await dialog.getByLabel('Document password').fill(password);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await sender.getByRole('heading', { name: 'Status' }).waitFor();
    const mail = await world.mailbox.about(grace, '/transaction/');
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toContain(password);
  });

  test('opens only with the password and can then be signed', async () => {
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
    await page.getByLabel('Document password').fill('a guess');
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Provided password is incorrect.').waitFor();
    expect(await page.getByRole('region', { name: 'Your fields' }).count()).toBe(0);
    await page.getByLabel('Document password').fill(password);
    await page.getByRole('button', { name: 'Open' }).click();
    await placeOf(page, 'text').fill('Filled by Grace');
    await finish(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await world.product.query('select status from transactions')).toEqual([{ status: 'completed' }]);
  });

  test('stays protected after completion and can be validated with the password', async () => {
    await sender.waitForURL(/\/completed$/);
    await sender.getByText(/Signed by Grace Hopper on .*\. Nothing has changed since\./).waitFor();
    const [download] = await Promise.all([sender.waitForEvent('download'), sender.getByRole('button', { name: 'Download' }).first().click()]);
    const path = join(world.folder, 'secret.pdf');
    await download.saveAs(path);
    const ask = (...options: string[]) => spawnSync('qpdf', [...options, '--check', path], { encoding: 'utf8' });
    expect(ask().stderr).toContain('invalid password');
    expect(ask(`--password=${password}`).stdout).toContain('No syntax or stream encoding errors found');
    const forgetful = await newPerson(world.browser, { storageState: await sender.context().storageState() });
    await forgetful.goto(sender.url());
    await forgetful.getByLabel('Document password').waitFor();
  });
});
