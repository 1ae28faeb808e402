import type { Locator, Page } from 'playwright';
import type { FieldType } from '#contract/entities/field.ts';
import { chooserOf } from '../support/chromium.ts';
import { codeIn, type Mailbox } from '../support/mailbox.ts';
import type { Person } from './signed-in.ts';

/** Does what is told of for a moment only, and sees it told: whoever begins to look afterwards may come too late. */
export async function seeing(what: Locator, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([what.waitFor(), act()]);
}

/** Signs in with a code from the mail: nothing stands between a new account and the list. `arrive` is the way for journeys about other things. */
export async function signInByMail(page: Page, url: string, mailbox: Mailbox, email: string): Promise<void> {
  const before = mailbox.to(email).length;
  await page.goto(`${url}/transactions`);
  await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the e-mail').fill(codeIn(await mailbox.about(email, /\b\d{6}\b/, before)));
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
}

/** Starts a request with a document, or with several. */
export async function newRequest(page: Page, file: string | string[]): Promise<void> {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'New request' }).first().click());
  await chooser.setFiles(file);
  await page.waitForURL(/\/transaction\/[0-9a-f]{24}\/create/);
}

/** Adds somebody who signs, in the editor. */
export async function addRecipient(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('tab', { name: 'People' }).click();
  const form = page.getByRole('form', { name: 'Add a recipient' });
  await form.getByLabel('Name').fill(name);
  await form.getByLabel('E-mail address').fill(email);
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('complementary').getByText(email).first().waitFor();
}

/** Chooses a kind of field and clicks where it goes: shares of the page's width and height. */
export async function placeField(page: Page, kind: string, x: number, y: number): Promise<void> {
  const tools = page.getByRole('toolbar', { name: 'Field types' });
  await tools.getByRole('button', { name: kind, exact: true }).click();
  const paper = page.getByRole('region', { name: /^Page 1 of/ });
  const before = await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').count();
  const box = await paper.boundingBox();
  if (!box) throw new Error('The page is not shown');
  await paper.click({ position: { x: box.width * x, y: box.height * y } });
  await page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button').nth(before).waitFor();
  await page.keyboard.press('Escape');
}

/** Says who fills the fields that are placed next. */
export async function placeFor(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /Assign new fields to/ }).click();
  await page.getByRole('option', { name }).click();
}

/** Sends the request and waits until it is under way; a sender without a name tells it first. */
export async function send(page: Page, sender?: Person): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const dialog = page.getByRole('dialog');
  if (sender) {
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Enter your first name.').waitFor();
    await dialog.getByLabel('First name').fill(sender.first);
    await dialog.getByLabel('Last name').fill(sender.last);
  }
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'Status' }).waitFor();
}

/** A recipient opens the link of the mail and starts: on the page of the link, or where they are signed in already, in the document. */
export async function openRequest(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await signedInHere(page);
}

/** The button of a link leads by way of the sign-in. */
async function signedInHere(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(sessionStorage).some((key) => key.startsWith('oidc.user:')));
}

/** Opens what a link leads to, whatever it is, and signs in with it. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: /^(Start|Open)$/ }).click();
  await signedInHere(page);
}

/** A field of a document that is filled in, by its kind: what it is called depends on the words beside it. */
export const placeOf = (page: Page, kind: FieldType): Locator => page.locator(`[data-place][data-kind=${kind}]`).locator('[data-input], [data-open]').first();

/** What no open dialog covers. */
const inReach = (page: Page): Locator => page.locator(':not([inert] *)');

/** Opens what makes the signature, at one of its ways. */
async function makeSignature(page: Page, way: 'Type' | 'Draw'): Promise<Locator> {
  await placeOf(page, 'signature').click();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  // A phone asks in its panel how the signature is to be made, until the dialog has loaded.
  await dialog.getByRole('tab', { name: way }).or(inReach(page).and(page.getByRole('button', { name: way, exact: true }))).first().click();
  return dialog;
}

/** Makes the signature by typing a name. */
export async function typeSignature(page: Page, name: string): Promise<void> {
  const dialog = await makeSignature(page, 'Type');
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
}

/** Makes the signature by drawing two strokes. */
export async function drawSignature(page: Page): Promise<void> {
  const dialog = await makeSignature(page, 'Draw');
  await drawIn(page, dialog);
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
}

/** Two strokes on the paper of a dialog. */
export async function drawIn(page: Page, dialog: Locator): Promise<void> {
  const paper = dialog.locator('canvas[aria-busy=false]');
  // The paper moves with its dialog until both stand still.
  await paper.hover();
  const box = await paper.boundingBox();
  if (!box) throw new Error('There is nothing to draw on');
  for (const y of [0.3, 0.6]) {
    await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * y);
    await page.mouse.down();
    for (let step = 1; step <= 8; step++) await page.mouse.move(box.x + box.width * (0.2 + step * 0.07), box.y + box.height * (y + (step % 2) * 0.2));
    await page.mouse.up();
  }
}

/** Asks to sign; after the last field the question is there by itself. */
export async function askToSign(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name: /^(Sign now\?|Sign this document)$/ });
  const sign = page.getByRole('region', { name: 'Your fields' }).getByRole('button', { name: 'Sign', exact: true });
  await dialog.or(sign).first().waitFor();
  if (!(await dialog.isVisible())) await sign.click();
  return dialog;
}

/** Signs. */
export async function finish(page: Page): Promise<void> {
  const dialog = await askToSign(page);
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
}
