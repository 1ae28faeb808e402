/** Signing a document oneself, from the file to the result, with one control: nothing is prepared by hand, and the only mail brings the result. */
import { PDFDocument } from 'pdf-lib';
import type { Page, Route } from 'playwright';
import { expect, test } from 'vitest';
import { makeTypedForm } from '../fixtures/typed-form.ts';
import { followGuide } from '../forms/guided.ts';
import { chooserOf, devices } from '../support/chromium.ts';
import { finish, placeField, typeSignature } from './people.ts';
import { clientIn } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;

inWorld(async (opened) => {
  world = opened;
  page = await signedIn(world);
});

/** Chooses a file to sign, by keyboard. */
async function choose(on: Page, file: string): Promise<void> {
  const button = on.getByRole('button', { name: 'Sign a document' }).first();
  await button.focus();
  await (await chooserOf(on, () => on.keyboard.press('Enter'))).setFiles(file);
}

const idIn = (on: Page): string => /\/transaction\/([0-9a-f]{24})/.exec(on.url())?.[1] ?? '';

/** Signs, after everything was filled in, and looks at what came of it. `mails`: how many had come before the file was chosen. */
async function signAndCheck(on: Page, mails: number): Promise<void> {
  await finish(on);
  await on.waitForURL(/\/completed$/);
  await on.getByRole('heading', { name: 'You have signed', level: 2 }).waitFor();
  const request = await (await clientIn(world, on)).call('transactions.get', { params: { id: idIn(on) } });
  expect(request).toMatchObject({ type: 'just_me', status: 'completed', recipients: [{ email: ada.email, completed: true }] });
  const { subject, attachments } = await world.mailbox.about(ada.email, `/transaction/${request.id}/completed`, mails);
  expect({ subject, attachments: attachments.length }).toEqual({ subject: `“${request.name}” is complete`, attachments: 1 });
  expect(world.mailbox.to(ada.email)).toHaveLength(mails + 1);
}

/** The fields of the only document. */
async function fieldsOf(on: Page) {
  const client = await clientIn(world, on);
  const { fileIds: [fileId = ''] } = await client.call('transactions.get', { params: { id: idIn(on) } });
  return (await client.call('files.getMeta', { params: { id: fileId } })).attributes.fields;
}

test('a form is filled in and signed right after it was chosen', async () => {
  const mails = world.mailbox.to(ada.email).length;
  await choose(page, world.file('Consent.pdf', await makeTypedForm()));
  await page.getByRole('region', { name: 'Your fields' }).waitFor();
  const { names } = await followGuide(page, await fieldsOf(page));
  expect(names).toContain('Signature');
  await signAndCheck(page, mails);
});

test('where no place for the signature is found, it is placed first', async () => {
  const mails = world.mailbox.to(ada.email).length;
  await page.goto(`${world.product.url}/transactions`);
  const blank = await PDFDocument.create();
  blank.addPage([612, 792]);
  await choose(page, world.file('Blank.pdf', await blank.save()));
  const notice = page.getByText('No place for your signature was found.');
  await notice.waitFor();
  expect((await (await clientIn(world, page)).call('transactions.get', { params: { id: idIn(page) } })).recipients).toMatchObject([{ email: ada.email }]);
  await placeField(page, 'Signature', 0.5, 0.5);
  await notice.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Fill and sign' }).click();
  await typeSignature(page, 'Ada Byron');
  await signAndCheck(page, mails);
});

test('a preparation that failed is tried again, and the draft can be edited instead', async () => {
  await page.goto(`${world.product.url}/transactions`);
  let failures = 0;
  const failing = async (route: Route): Promise<void> => {
    failures += 1;
    await route.fulfill({ status: 500, json: { error: { code: 'internal_error', message: 'No' } } });
  };
  await page.route('**/start', failing);
  await choose(page, world.file('Again.pdf', await makeTypedForm()));
  await page.getByRole('alert').waitFor();
  const begun = failures;
  await page.unroute('**/start', failing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('region', { name: 'Your fields' }).waitFor();
  expect(begun).toBeGreaterThan(0);
  expect((await fieldsOf(page)).filter(({ type }) => type === 'signature')).toHaveLength(1);

  await page.goto(`${world.product.url}/transactions`);
  await page.route('**/start', failing);
  await choose(page, world.file('By hand.pdf', await makeTypedForm()));
  await page.getByRole('alert').waitFor();
  await page.getByRole('button', { name: 'Place fields yourself' }).click();
  await page.getByRole('button', { name: 'Fill and sign' }).waitFor();
  await page.unroute('**/start', failing);
});

test('from the upload page, on a phone', async () => {
  const phone = await signedIn(world, ada, devices.phone);
  await phone.goto(`${world.product.url}/upload`);
  await (await chooserOf(phone, () => phone.getByRole('button', { name: 'Sign it yourself' }).tap())).setFiles(world.file('On a phone.pdf', await makeTypedForm()));
  await phone.getByRole('region', { name: 'Your fields' }).waitFor();
  expect(await (await clientIn(world, phone)).call('transactions.get', { params: { id: idIn(phone) } })).toMatchObject({ type: 'just_me', recipients: [{ email: ada.email }] });
});
