import type { Locator, Page } from 'playwright';
import { chooserOf } from '../support/chromium.ts';
import { codeIn, type Mailbox } from '../support/mailbox.ts';
import type { Person } from './arrive.ts';

/** Does what is told of for a moment only, and sees it told: whoever begins to look afterwards may come too late. */
export async function seeing(what: Locator, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([what.waitFor(), act()]);
}

/** Agrees to cookies where the question stands. */
export async function acceptCookies(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
}

/** Signs in with a code from the mail, and gives a name where the product asks for one. `arrive` is the way for journeys about other things. */
export async function signInByMail(page: Page, url: string, mailbox: Mailbox, person: Person): Promise<void> {
  const before = mailbox.to(person.email).length;
  await page.goto(`${url}/transactions`);
  await acceptCookies(page);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel('Code from the e-mail').fill(codeIn(await mailbox.about(person.email, /\b\d{6}\b/, before)));
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  await acceptCookies(page);
  await page.getByLabel('First name').fill(person.first);
  await page.getByLabel('Last name').fill(person.last);
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await page.getByLabel('First name').waitFor({ state: 'detached' });
  await page.getByRole('dialog', { name: 'Make a passkey' }).getByRole('button', { name: 'Not now' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
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
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('E-mail address').fill(email);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('complementary').getByText(email).first().waitFor();
}

/** Chooses a kind of field and clicks where it goes: shares of the page's width and height. */
export async function placeField(page: Page, kind: string, x: number, y: number): Promise<void> {
  const tab = page.getByRole('tab', { name: 'Fields' });
  const tools = page.getByRole('toolbar', { name: 'Kinds of fields' });
  // Without people to ask there is nothing beside the fields, so no tabs.
  await tab.or(tools).first().waitFor();
  if (await tab.isVisible()) await tab.click();
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
  await page.getByRole('tab', { name: 'Fields' }).click();
  await page.getByRole('button', { name: /New fields are for/ }).click();
  await page.getByRole('option', { name }).click();
}

/** Sends the request and waits until it is under way. */
export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('heading', { name: 'How it stands' }).waitFor();
}

/** A recipient opens the link of the mail and starts. */
export async function openRequest(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
}

/** Makes the signature by typing a name. */
export async function typeSignature(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Signature, required/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByLabel('Your name').fill(name);
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
}

/** Makes the signature by drawing two strokes. */
export async function drawSignature(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Signature, required/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Your signature' });
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
  await dialog.getByRole('button', { name: 'Use this signature' }).click();
}

/** Agrees and signs. */
export async function finish(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Your places' }).getByRole('button', { name: 'Sign', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign now?' });
  await dialog.getByRole('checkbox').check({ force: true });
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
}
