/** "Your first signature" of README.md, step by step, on a product without a mail server. `README_PICTURES=1` takes the pictures of README.md again. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeShortForm } from '../fixtures/own-form.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { textOf } from '../support/judges.ts';
import { root } from '../support/shared.ts';
import { ada } from './signed-in.ts';
import { ledTo } from './keyboard.ts';
import { addRecipient, finish, newRequest, placeOf, send, typeSignature } from './people.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
let sender: Page;

inWorld(async (opened) => {
  world = opened;
  sender = await newPerson(world.browser);
}, () => openWorld({ SMTP_URL: '' }));

/** Takes a picture of README.md again, where `README_PICTURES` asks for it. */
const takePicture = async (page: Page, name: string): Promise<unknown> => process.env.README_PICTURES && page.screenshot({ path: join(root, 'docs/images', `${name}.png`) });

/** Opens the newest mail of this kind in the outbox. */
async function openMail(page: Page, subject: RegExp): Promise<void> {
  const link = page.getByRole('link', { name: subject }).first();
  await expect.poll(async () => {
    await page.goto(`${world.product.url}/outbox`);
    return link.count();
  }).toBeGreaterThan(0);
  await link.click();
}

/** The commands of README.md for the downloaded document, with the address of this product and the command line of this checkout. */
function check(path: string): string {
  const commands = /^```sh\n(curl .*?)^```/ms.exec(readFileSync(join(root, 'README.md'), 'utf8'))?.[1] ?? '';
  const npx = `npx() { shift; "${process.execPath}" "${join(root, 'bindings/bin/countersign.mjs')}" "$@"; }`;
  return execFileSync('sh', ['-ec', `${npx}\n${commands.replace('http://localhost:3000', world.product.url)}`], { cwd: dirname(path), encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

test('signs in with a code from the outbox', async () => {
  await sender.goto(world.product.url);
  await sender.getByRole('button', { name: 'Sign in' }).first().click();
  await sender.getByLabel('E-mail address').fill(ada.email);
  await sender.getByRole('button', { name: 'Send code' }).click();
  const outbox = await sender.context().newPage();
  await openMail(outbox, /code/i);
  const mail = await outbox.locator('details pre').textContent();
  await sender.getByLabel('Code from the e-mail').fill(/\b\d{6}\b/.exec(mail ?? '')?.[0] ?? '');
  await sender.getByRole('button', { name: 'New request' }).first().waitFor();
  expect(new URL(sender.url()).pathname).toBe('/transactions');
});

test('accepts the suggested fields, adds the signer and sends', async () => {
  const path = world.file('Receipt of the keys.pdf', await makeShortForm());
  const chooser = await chooserOf(sender, () => sender.getByRole('button', { name: 'New request' }).first().click());
  await chooser.setFiles(path);
  await sender.getByRole('button', { name: 'Accept all' }).click();
  await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
  await send(sender, ada);
  await sender.getByRole('heading', { name: 'Sent to Grace Hopper' }).waitFor();
  expect(await sender.getByRole('main').getByText("It's Grace Hopper's turn.").count()).toBe(1);
});

test('the signer opens the link in the mail in a private window and signs', async () => {
  const signer = await newPerson(world.browser, devices.desk);
  await openMail(signer, /Receipt of the keys/);
  await signer.frameLocator('iframe').getByRole('link').filter({ hasText: /open|sign|start/i }).first().click();
  await signer.getByRole('button', { name: 'Start', exact: true }).last().click();
  await placeOf(signer, 'text').fill('Grace Hopper');
  expect(await placeOf(signer, 'text').inputValue()).toBe('Grace Hopper');
  await typeSignature(signer, 'Grace Hopper');
  await finish(signer);
  await signer.getByRole('heading', { name: 'You have signed' }).waitFor();
});

test('the sender sees the verdict and downloads the signed document', async () => {
  await sender.waitForURL(/\/completed$/);
  await sender.getByText(/Signed by Grace Hopper on /).first().waitFor();
  await sender.getByText('The audit trail is being created.').waitFor({ state: 'detached' });
  await takePicture(sender, 'completed');
  const [download] = await Promise.all([sender.waitForEvent('download'), sender.getByRole('button', { name: 'Download' }).first().click()]);
  expect(download.suggestedFilename()).toBe('Receipt of the keys (signed).pdf');
  const path = join(world.folder, 'signed.pdf');
  await download.saveAs(path);
  expect(check(path)).toMatch(/Grace Hopper/);
  // The signature is drawn; the name on the line is text.
  expect(textOf(path)).toContain('Grace Hopper');
});

test.runIf(process.env.README_PICTURES)('takes screenshots of the editor and of signing on a phone', async () => {
  await sender.goto(`${world.product.url}/transactions`);
  await newRequest(sender, await world.ownForm('Rental agreement.pdf'));
  await sender.getByRole('button', { name: 'Accept all' }).click();
  await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
  await sender.locator('[data-field]').first().waitFor();
  await takePicture(sender, 'editor');
  await send(sender);
  const signer = await newPerson(world.browser, { ...devices.phone, deviceScaleFactor: 2 });
  await openMail(signer, /Rental agreement/);
  await signer.frameLocator('iframe').getByRole('link').filter({ hasText: /open|sign|start/i }).first().click();
  await signer.getByRole('button', { name: 'Start', exact: true }).last().click();
  await signer.getByRole('region', { name: 'Your fields' }).waitFor();
  await ledTo(signer, /^Full name of the tenant/);
  await signer.keyboard.type('Grace Hopper');
  await expect.poll(() => signer.getByRole('textbox', { name: /^Full name of the tenant/ }).inputValue()).toBe('Grace Hopper');
  await signer.locator('[data-shown]').first().waitFor();
  await takePicture(signer, 'signing');
});

test('every button named in the README’s steps was used', () => {
  const [, steps = ''] = /^### Your first signature\n([^]*?)^#/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  const named = [...steps.matchAll(/\*\*(.+?)\*\*/g)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(['Sign in', 'Send code', 'New request', 'Accept all', 'People', 'Add', 'Send', 'Start', 'Sign', 'Download']));
});
