/** Whether a document is signed and unchanged, seen by anybody: of the document nothing leaves the browser. */
import type { Locator, Page, Request } from 'playwright';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { makeFillableForm } from '../fixtures/fillable-form.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { withDrawingOver } from '../support/forged-revision.ts';
import { selfSigned } from '../support/signer.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { askToSign, newRequest, placeOf } from './people.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let page: Page;
const files = { signed: '', altered: '', unsigned: '' };

inWorld((opened) => {
  world = opened;
});

/** A form of another program, signed by Grace in a place of its own; two of its fields are still empty. */
async function makeSigned(form: Uint8Array): Promise<Buffer> {
  const engine = await world.engine();
  const signer = await selfSigned('Grace Hopper');
  const document = await engine.open(form);
  try {
    const field = { name: 'owner', page: 1, rect: { x: 15, y: 60, width: 35, height: 6 } };
    const { session, tbs } = await document.prepareSignature({ field, certificate: signer.certificate, signingTime: Math.floor(Date.now() / 1000), lines: ['Grace Hopper'] });
    return Buffer.concat([form, (await engine.completeWithSignature(session, await signer.sign(tbs))).bytes]);
  } finally {
    await document.close();
  }
}

beforeAll(async () => {
  const form = await makeFillableForm('Lease');
  const signed = await makeSigned(form);
  files.unsigned = world.file('Lease unsigned.pdf', form);
  files.signed = world.file('Lease signed.pdf', signed);
  files.altered = world.file('Lease altered.pdf', withDrawingOver(signed));
});
afterEach(() => page?.context().close());

const verdict = (): ReturnType<Page['getByText']> => page.getByRole('complementary', { name: 'Signatures' }).getByText(/^Signed by Grace Hopper on /);
const placesOfSignatures = () => page.locator('[data-field], [data-place][data-fillable]').filter({ hasText: 'Sign here' });

/** Whether a page of the comparison has the drawing of the forger in it. */
const hasDrawing = (figure: Locator): Promise<boolean> =>
  figure.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    context?.drawImage(canvas, -Math.round(0.3 * canvas.width), -Math.round(0.12 * canvas.height));
    const [red = 255, , , opacity = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
    return opacity > 0 && red < 128;
  });

async function chooseBy(button: string, file: string): Promise<void> {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: button, exact: true }).click());
  await chooser.setFiles(file);
}

describe('without an account', () => {
  const requests: Request[] = [];
  const open = async (): Promise<void> => {
    page = await newPerson(world.browser);
    requests.length = 0;
    page.context().on('request', (request) => requests.push(request));
    await page.goto(world.product.url);
  };
  const sent = () => requests.filter((request) => request.url().startsWith('http') && (request.method() !== 'GET' || request.postDataBuffer() !== null));

  test('the start page says what the product is and offers one way to sign in', async () => {
    await open();
    await page.getByText(/^Countersign lets you sign PDF documents/).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in' }).count()).toBe(1);
    const areas = page.getByRole('navigation', { name: 'Main menu' });
    expect(await areas.getByRole('link').allTextContents()).toEqual(['Countersign', 'Sign a document', 'Check a document']);
    expect(await areas.locator('[aria-current]').allTextContents()).toEqual(['Sign a document']);
  });

  test('a signed document opened on the start page shows its verdict, then the open fields, but no signed ones', async () => {
    await open();
    await chooseBy('Choose a document', files.signed);
    await verdict().waitFor();
    await page.getByText('2 fields can still be filled in or signed.').waitFor();
    expect(await page.locator('[data-field]').count()).toBe(0);
    await page.getByRole('button', { name: 'Fill and sign' }).click();
    await placeOf(page, 'text').fill('Ada Byron');
    expect(await placesOfSignatures().count()).toBe(0);
    const dialog = await askToSign(page);
    await dialog.getByLabel('Your name').fill('Ada Byron');
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'Signed', exact: true }).waitFor();
    const own = page.getByRole('complementary', { name: 'Signed' });
    await own.getByText(/^Signed by Ada Byron/).waitFor();
    await own.getByText(/^Signed by Grace Hopper on .* The document itself has not changed\.$/).waitFor();
    expect(sent()).toEqual([]);
  });

  test('an altered document is reported as altered first', async () => {
    await open();
    await chooseBy('Choose a document', files.altered);
    await verdict().filter({ hasText: 'the document was changed in a way that is not permitted' }).waitFor();
    expect(await page.locator('[data-field]').count()).toBe(0);
    expect(await problemsOf(page, 'altered')).toEqual([]);
  });

  test('compares the signed revision with the current document and frames the difference', async () => {
    await open();
    await chooseBy('Choose a document', files.altered);
    await page.getByRole('button', { name: 'Compare with what was signed' }).click();
    const comparison = page.getByRole('dialog', { name: 'Compare with the version that Grace Hopper signed' });
    await comparison.getByText('1 page looks different.').waitFor();
    const signed = comparison.getByRole('figure', { name: 'As signed' });
    const now = comparison.getByRole('figure', { name: 'Now' });
    await expect.poll(async () => [await hasDrawing(signed), await hasDrawing(now)]).toEqual([false, true]);
    expect(await problemsOf(page, 'comparison')).toEqual([]);
    await comparison.getByRole('button', { name: 'Close comparison' }).click();
    expect(sent()).toEqual([]);
  });

  test('“Check a document” checks one after the other, uploads nothing and stores nothing', async () => {
    await open();
    await page.getByRole('main').getByRole('link', { name: 'Check a document' }).click();
    await chooseBy('Choose a document', files.altered);
    await verdict().filter({ hasText: 'was changed' }).waitFor();
    await chooseBy('Check another', files.signed);
    await verdict().filter({ hasText: 'has not changed' }).waitFor();
    await chooseBy('Check another', files.unsigned);
    await page.getByText('This document has no signatures.').waitFor();
    expect(sent()).toEqual([]);
    const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(databases).not.toContain('countersign-visitor');
    await page.getByRole('button', { name: 'Fill and sign' }).click();
    await page.locator('[data-field]').first().waitFor();
  });

  test('on a phone the verdict is above the page', async () => {
    page = await newPerson(world.browser, devices.phone);
    await page.goto(world.product.url);
    // Strict: one, and no more.
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Check a document' }).click();
    await chooseBy('Choose a document', files.signed);
    await verdict().waitFor();
    const [said, paper] = [await verdict().boundingBox(), await page.locator('[data-page="1"]').boundingBox()];
    expect(said?.y).toBeLessThan(paper?.y ?? 0);
    expect(await problemsOf(page, 'checked on a phone')).toEqual([]);
  });
});

describe('with an account', () => {
  test('a document checked from the list of files does not appear in any list', async () => {
    page = await signedIn(world);
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('link', { name: 'Check a document' }).click();
    await chooseBy('Choose a document', files.signed);
    await verdict().waitFor();
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await page.getByText('No files yet').waitFor();
    expect(await world.product.query('select count(*)::int as files from files')).toEqual([{ files: 0 }]);
  });

  test('a request with a signed document shows its verdict and asks nobody for that signature', async () => {
    page = await signedIn(world);
    await newRequest(page, files.altered);
    const notice = page.getByRole('alert').filter({ hasText: 'This document has already been signed, but a signature is not valid.' });
    await notice.getByRole('button', { name: 'Show signatures' }).click();
    await page.getByRole('dialog').getByText(/^Signed by Grace Hopper on .* changed in a way that is not permitted\.$/).waitFor();
    expect(await page.locator('[data-field]').count()).toBe(2);
  });
});
