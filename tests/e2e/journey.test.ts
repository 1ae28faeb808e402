import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { keepPicturesOfFailure, launchBrowser, newPerson } from '../support/chromium.ts';
import { hasSignatureJudge, judgeSignatures, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { linkIn, Mailbox } from '../support/mailbox.ts';
import { Product } from '../support/product.ts';
import { shared } from '../support/shared.ts';
import { addRecipient, drawSignature, finish, newRequest, openRequest, placeField, placeFor, send, signIn, typeSignature } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-journey-'));
const form = shared('data/forms/blank/irs_f9000.pdf');

describe('a form for two recipients, from the drop to the verdict', () => {
  let mailbox: Mailbox;
  let product: Product;
  let browser: Browser;
  let sender: Page;
  let downloaded: string;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    product = await Product.start({ SMTP_URL: mailbox.url });
    browser = await launchBrowser();
    sender = await newPerson(browser);
  });

  beforeEach(() => keepPicturesOfFailure(browser));

  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    await mailbox?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('the sender prepares and sends it', async () => {
    await signIn(sender, product.url, mailbox, { email: 'ada@example.com', first: 'Ada', last: 'Byron' });
    await newRequest(sender, await documentToSign());
    await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
    await addRecipient(sender, 'Alan Turing', 'alan@example.com');
    await sender.getByRole('button', { name: 'Drop all' }).click();
    await placeFor(sender, 'Grace Hopper');
    await placeField(sender, 'Text', 0.3, 0.14);
    await placeField(sender, 'Checkmark', 0.1, 0.3);
    await placeField(sender, 'Signature', 0.3, 0.5);
    await placeFor(sender, 'Alan Turing');
    await placeField(sender, 'Text', 0.7, 0.5);
    await placeField(sender, 'Signature', 0.3, 0.62);
    await send(sender);
    expect(await sender.getByRole('main').innerText()).toContain("It is Grace Hopper's turn. 0 of 2 have signed.");
    expect(mailbox.to('alan@example.com')).toEqual([]);
  });

  test('the first recipient fills and signs, and only then the second is asked', async () => {
    const grace = await newPerson(browser);
    await openRequest(grace, linkIn(await mailbox.next('grace@example.com'), /\/transaction\//));
    await grace.getByRole('textbox', { name: /^Text/ }).fill('Filled by Grace');
    await grace.getByRole('checkbox', { name: /^Checkmark/ }).check({ force: true });
    await typeSignature(grace, 'Grace Hopper');
    await finish(grace);
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    await mailbox.next('alan@example.com');
    // The sender's page follows without being loaded again.
    await sender.getByText("It is Alan Turing's turn. 1 of 2 have signed.").waitFor();
  });

  test('the second recipient signs, and everybody learns that it is complete', async () => {
    const alan = await newPerson(browser);
    await openRequest(alan, linkIn(await mailbox.next('alan@example.com'), /\/transaction\//));
    await alan.getByRole('textbox', { name: /^Text/ }).fill('Filled by Alan');
    await drawSignature(alan);
    await finish(alan);
    await alan.getByRole('heading', { name: /signed/ }).waitFor();
    await mailbox.next('grace@example.com', 1);
    await mailbox.next('ada@example.com', 1);
  });

  test('the completed page gives a readable verdict and the document', async () => {
    // The sender's page went there by itself when the last one had signed.
    await sender.waitForURL(/\/completed$/);
    await sender.getByText(/Signed by Grace Hopper on .*\. Since then others only filled in their places and signed\./).waitFor();
    await sender.getByText(/Signed by Alan Turing on .*\. Nothing was changed since\./).waitFor();
    const [download] = await Promise.all([sender.waitForEvent('download'), sender.getByRole('button', { name: 'Download' }).first().click()]);
    downloaded = join(folder, 'signed.pdf');
    await download.saveAs(downloaded);
  });

  test('other programs agree', () => {
    expect(qpdfProblems(downloaded)).toBe('');
    const [first, second] = popplerSignatures(downloaded);
    expect(first?.validation).toBe('Signature is Valid.');
    expect(second).toEqual({ validation: 'Signature is Valid.', coversWhole: true });
    expect(textOf(downloaded)).toContain('Filled by Grace');
    expect(textOf(downloaded)).toContain('Filled by Alan');
  });

  test.skipIf(!hasSignatureJudge)('the judge accepts both signatures, trusting the installation’s root alone', async () => {
    const root = join(folder, 'root.pem');
    writeFileSync(root, await (await fetch(`${product.url}/v0/certificates/root`)).text());
    const { status, verdict } = judgeSignatures(downloaded, root);
    expect(verdict.signatures.map(({ intact, valid, trusted, docmdp_ok }) => [intact, valid, trusted, docmdp_ok])).toEqual([
      [true, true, true, true],
      [true, true, true, true],
    ]);
    expect(verdict.signatures[1]?.coverage).toBe('ENTIRE_FILE');
    expect(verdict.signatures.every(({ pades_level }) => pades_level?.startsWith('B-'))).toBe(true);
    expect({ status, acceptable: verdict.all_acceptable }).toEqual({ status: 0, acceptable: true });
  });

  async function documentToSign(): Promise<string> {
    if (form) return form;
    const own = join(folder, 'Rental agreement.pdf');
    writeFileSync(own, await makeOwnForm());
    expect(readFileSync(own).length).toBeGreaterThan(0);
    return own;
  }
});
