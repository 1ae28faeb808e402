import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { type Contexts, newPerson } from '../support/chromium.ts';
import { draw, inkIn } from '../support/ink.ts';
import { hasSignatureJudge, judgeSignatures, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { linkIn, type Mailbox } from '../support/mailbox.ts';
import type { Product } from '../support/product.ts';
import { shared } from '../support/shared.ts';
import { inksShown } from './drawn-page.ts';
import { ada } from './signed-in.ts';
import { addRecipient, drawSignature, finish, newRequest, openRequest, placeField, placeFor, placeOf, send, signInByMail, typeSignature } from './people.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const form = shared('data/forms/blank/irs_f9000.pdf');

describe('a form for two recipients, from upload to verdict', () => {
  let world: World;
  let folder: string;
  let original: string;
  let mailbox: Mailbox;
  let product: Product;
  let browser: Contexts;
  let sender: Page;
  let downloaded: string;
  let blank: number[];

  const fieldsOf = async (): Promise<Field[]> => {
    const [file] = await product.query<{ fields: Field[] }>('select f.fields from files f join transaction_files t on t.file_id = f.id where t.transaction_id = $1', [transactionIn(sender.url())]);
    return file?.fields ?? [];
  };

  inWorld(async (opened) => {
    world = opened;
    ({ mailbox, product, browser, folder } = world);
    original = form ?? (await world.ownForm('Rental agreement.pdf'));
    sender = await newPerson(browser);
  }, openWorldAlone);

  test('the sender prepares and sends it', async () => {
    await signInByMail(sender, product.url, mailbox, ada.email);
    await newRequest(sender, original);
    await addRecipient(sender, 'Grace Hopper', 'grace@example.com');
    await addRecipient(sender, 'Alan Turing', 'alan@example.com');
    await sender.getByRole('button', { name: 'Discard all' }).click();
    await placeFor(sender, 'Grace Hopper');
    await placeField(sender, 'Text', 0.3, 0.14);
    await placeField(sender, 'Checkbox', 0.1, 0.3);
    await placeField(sender, 'Signature', 0.3, 0.5);
    await placeFor(sender, 'Alan Turing');
    await placeField(sender, 'Text', 0.7, 0.5);
    await placeField(sender, 'Signature', 0.3, 0.62);
    await send(sender, ada);
    await sender.getByRole('heading', { name: 'Sent to Grace Hopper' }).waitFor();
    expect(await sender.getByRole('link', { name: 'Back to requests' }).count()).toBe(1);
    await sender.getByRole('main').getByText("It's Grace Hopper's turn. Signed: 0 of 2.").waitFor();
    blank = await inksShown(sender, await fieldsOf());
    expect(mailbox.to('alan@example.com')).toEqual([]);
    expect((await mailbox.about('grace@example.com', '/transaction/')).text).toContain('Ada Byron');
  });

  test('the first recipient fills and signs, and only then the second is invited', async () => {
    const grace = await newPerson(browser);
    await openRequest(grace, linkIn(await mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//));
    await placeOf(grace, 'text').fill('Filled by Grace');
    await placeOf(grace, 'checkmark').check({ force: true });
    await typeSignature(grace, 'Grace Hopper');
    await finish(grace);
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    await grace.getByRole('main').getByText(/^Alan Turing is next\./).waitFor();
    expect((await mailbox.about('alan@example.com', '/transaction/')).subject).not.toBe('');
    // The sender's page follows without being loaded again.
    await sender.getByText("It's Alan Turing's turn. Signed: 1 of 2.").waitFor();
    await sender.getByText(/Signed by Grace Hopper on /).waitFor();
  });

  test('the second recipient signs, and everybody is notified of the completion', async () => {
    const alan = await newPerson(browser);
    await openRequest(alan, linkIn(await mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await placeOf(alan, 'text').fill('Filled by Alan');
    await drawSignature(alan);
    await finish(alan);
    await alan.getByRole('heading', { name: /signed/ }).waitFor();
    for (const email of ['grace@example.com', ada.email]) expect((await mailbox.about(email, '/completed')).subject).toContain('is complete');
  });

  test('the completed page shows a readable verdict and the document', async () => {
    // The sender's page went there by itself when the last one had signed.
    await sender.waitForURL(/\/completed$/);
    await sender.getByText(/Signed by Grace Hopper on .*\. Since then, others have only filled in their fields and signed\./).waitFor();
    await sender.getByText(/Signed by Alan Turing on .*\. (Nothing has changed since|Since then, only time stamps and proofs of its certificates have been added)\./).waitFor();
    // What is drawn first is what people look at, however often they come.
    for (let visit = 0; visit < 3; visit += 1) {
      const fields = await fieldsOf();
      const shown = await inksShown(sender, fields);
      expect(shown.flatMap((ink, at) => (ink > (blank[at] ?? 0) + 15 ? [] : [fields[at]?.type]))).toEqual([]);
      await sender.reload();
    }
    const [download] = await Promise.all([sender.waitForEvent('download'), sender.getByRole('button', { name: 'Download' }).first().click()]);
    downloaded = join(folder, 'signed.pdf');
    await download.saveAs(downloaded);
    expect(download.suggestedFilename()).toMatch(/ \(signed\)\.pdf$/);
  });

  test('other programs validate the signatures', () => {
    expect(qpdfProblems(downloaded)).toBe('');
    const [first, second, seal] = popplerSignatures(downloaded);
    expect([first, second]).toEqual(Array(2).fill({ validation: 'Signature is Valid.', coversWhole: false }));
    // Poppler judges no document time stamps, and sees what this one covers.
    expect(seal?.coversWhole).toBe(true);
    expect(textOf(downloaded)).toContain('Filled by Grace');
    expect(textOf(downloaded)).toContain('Filled by Alan');
  });

  test('the database holds a completed transaction with its history', async () => {
    const id = transactionIn(sender.url());
    const [transaction] = await product.query('select status, completed_at is not null as dated from transactions where id = $1', [id]);
    expect(transaction).toEqual({ status: 'completed', dated: true });
    const people = await product.query('select email, completed_at is not null as signed from recipients where transaction_id = $1 order by position', [id]);
    expect(people).toEqual([{ email: 'grace@example.com', signed: true }, { email: 'alan@example.com', signed: true }]);
    const history = await product.query<{ action: string; who: string | null }>("select action, actor->>'email' as who from insights where resource_id = $1 order by created_at, id", [id]);
    const entries = history.map(({ action, who }) => `${action} ${who}`);
    expect(entries.filter((line) => /created|started|signed/.test(line))).toEqual([
      'transaction_created ada@example.com', 'transaction_started ada@example.com',
      'transaction_signed_by_recipient grace@example.com', 'transaction_signed_by_recipient alan@example.com',
    ]);
    // A job makes the audit trail, a document of its own, after it.
    expect(entries.findLast((line) => !line.startsWith('audit_generated'))).toContain('transaction_completed');
    const versions = await product.query("select kind, count(*)::int from file_versions join files on files.id = file_id where files.type = 'document' and (transaction_id = $1 or kind = 'original') group by kind order by kind", [id]);
    expect(versions).toEqual([{ kind: 'original', count: 1 }, { kind: 'prepared', count: 1 }, { kind: 'signed', count: 2 }]);
  });

  test('filled values and signatures are visible on the page', async () => {
    const filled = (await fieldsOf()).filter(({ value }) => value !== null && value !== '' && value !== false);
    expect(filled.map(({ type }) => type).toSorted()).toEqual(['checkmark', 'signature', 'signature', 'text', 'text']);
    const [before, after] = [draw(original, 1), draw(downloaded, 1)];
    // A checkmark is the smallest: its strokes are some 20 dark pixels.
    for (const { rect } of filled) expect(inkIn(after, rect)).toBeGreaterThan(inkIn(before, rect) + 15);
  });

  test.skipIf(!hasSignatureJudge)('the validator accepts both signatures and the seal with the installation’s root alone', async () => {
    const root = join(folder, 'root.pem');
    writeFileSync(root, await (await fetch(`${product.url}/v0/certificates/root`)).text());
    const { status, verdict } = judgeSignatures(downloaded, root);
    expect(verdict.signatures.map(({ intact, valid, trusted, docmdp_ok }) => [intact, valid, trusted, docmdp_ok])).toEqual([
      [true, true, true, true],
      [true, true, true, true],
      [true, true, true, true],
    ]);
    expect(verdict.signatures[2]?.coverage).toBe('ENTIRE_FILE');
    expect(verdict.signatures.map(({ pades_level }) => pades_level)).toEqual(['B-LTA', 'B-LTA', 'DocTimeStamp']);
    expect({ status, acceptable: verdict.all_acceptable }).toEqual({ status: 0, acceptable: true });
  });
});

function transactionIn(address: string): string {
  return /\/transaction\/([0-9a-f]{24})/.exec(address)?.[1] ?? '';
}
