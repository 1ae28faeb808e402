/** Uploads that are not what was agreed: each is refused with a clear code, and nothing changes. */
import type { Engine } from '@countersign/core/node';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { preparedFields, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
import type { Client } from '../api/client.ts';
import { deliver, enroll, signBytes, upload } from '../api/real-signing.ts';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { withDrawingOver } from '../support/forged-revision.ts';
import { ada, signedIn, signIn } from './signed-in.ts';
import { finish, openRequest, placeOf, send, typeSignature } from './people.ts';
import { clientIn, fieldFor, makeDraft, recipient } from './requests.ts';
import { clientOf } from './remote-client.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';

describe('an upload that differs from the agreed document', () => {
  let world: World;
  let engine: Engine;
  let senderPage: Page;
  let gracePage: Page;
  let sender: Client;
  let recipientClient: Client;
  let transaction: Transaction;
  let fileId: string;
  let served: Buffer;

  inWorld(async (opened) => {
    world = opened;
    engine = await world.engine();
    senderPage = await newPerson(world.browser);
    gracePage = await newPerson(world.browser);
  });

  /** Everything the product knows of the request, apart from the uploads themselves. */
  const everything = async (): Promise<unknown> => {
    // A mail that goes out meanwhile changes, whatever is uploaded.
    await expect.poll(() => world.product.query("select id from mails where status = 'queued'")).toEqual([]);
    const tables = ['transactions', 'transaction_files', 'recipients', 'files', 'file_versions', 'signings', 'insights', 'mails'];
    const rows = await Promise.all(tables.map((table) => world.product.query(`select row_to_json(t) as row from ${table} t order by row_to_json(t)::text`)));
    return { ...Object.fromEntries(tables.map((table, index) => [table, rows[index]])), body: (await sender.contentOf(fileId)).toString('base64') };
  };
  const problemsOf = (body: unknown): string[] =>
    ((body as ErrorBody).error.details as { problems: { code: string }[] }).problems.map(({ code }) => code);
  /** Signs a copy as Grace's browser would, with any key and on top of anything. */
  const signed = async (person: Client, base: Buffer): Promise<Buffer> => {
    const { attributes } = await recipientClient.call('files.getMeta', { params: { id: fileId } });
    const [anchor] = signatureAnchors(attributes.fields, transaction.recipients);
    const text = attributes.fields.find(({ type }) => type === 'text');
    return signBytes(engine, base, await enroll(person), anchor!.fieldName, { [text!.fieldName]: 'Filled by Grace' });
  };
  /** The fields placed as the sender's browser places them, in any document. */
  const prepared = async (base: Uint8Array): Promise<Buffer> => {
    const { attributes } = await sender.call('files.getMeta', { params: { id: fileId } });
    const document = await engine.open(base);
    const tail = await document.placeFields(preparedFields(attributes.fields, transaction.recipients));
    await document.close();
    return Buffer.concat([base, tail.bytes]);
  };
  /** What the answer to an upload says, and what has changed by it. */
  const refusalOf = async (bytes: Buffer) => {
    const before = await everything();
    const { status, body } = await deliver(recipientClient, transaction, fileId, bytes);
    const { code, message } = (body as ErrorBody).error;
    expect(await everything()).toEqual(before);
    return { status, code, message, problems: problemsOf(body) };
  };
  const refused = (problem: string) => ({
    status: 422, code: 'verification_failed', message: expect.stringContaining('nothing was changed'), problems: expect.arrayContaining([problem]),
  });

  test('is refused if it continues another document; the right one can still be sent', async () => {
    await signIn(senderPage, world.product.url, world.mailbox, ada);
    transaction = await makeDraft(world, senderPage, {
      name: 'Agreement.pdf',
      bytes: await agreement('Agreed: 100'),
      recipients: [recipient('Grace Hopper', grace), recipient('Alan Turing', 'alan@example.com')],
      fields: [fieldFor(grace, 'text'), fieldFor(grace, 'signature', 1)],
    });
    const { id } = transaction;
    sender = await clientIn(world, senderPage);
    await senderPage.goto(`${world.product.url}/transaction/${id}/create`);
    fileId = transaction.fileIds[0] ?? '';
    const before = await everything();
    await upload(sender, transaction, fileId, await prepared(await agreement('Agreed: 900')));
    const answer = await sender.send('transactions.start', { params: { id } });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'verification_failed' } } });
    expect(problemsOf(answer.body)).toEqual(['not_a_continuation']);
    expect(await everything()).toEqual(before);

    await send(senderPage);
    await openRequest(gracePage, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
    recipientClient = await clientOf(gracePage, world.product.url, grace);
    transaction = await recipientClient.call('transactions.get', { params: { id } });
    served = await recipientClient.contentOf(fileId);
    expect(transaction.status).toBe('opened');
  });

  test('is refused with a changed byte in the agreed page', async () => {
    const bytes = await signed(recipientClient, served);
    const at = bytes.indexOf('MediaBox') + 'MediaBox'.length + 4;
    bytes[at] = bytes[at]! ^ 1;
    expect(await refusalOf(bytes)).toEqual(refused('not_a_continuation'));
  });

  test('is refused with a changed byte in the signature’s revision', async () => {
    const bytes = await signed(recipientClient, served);
    const at = bytes.indexOf('/ByteRange', served.length);
    const inside = bytes.lastIndexOf('endobj', at - 1) - 3;
    bytes[inside] = bytes[inside] === 0x20 ? 0x0a : 0x20;
    expect(await refusalOf(bytes)).toEqual(refused('signature_broken'));
  });

  test('is refused if another user has signed it', async () => {
    const page = await signedIn(world, { email: 'carl@example.com', first: 'Carl', last: 'Gauss' });
    expect(await refusalOf(await signed(await clientOf(page, world.product.url, 'carl@example.com'), served))).toEqual(refused('signature_of_another'));
  });

  test('is refused with page content added after the signature', async () => {
    expect(await refusalOf(withDrawingOver(await signed(recipientClient, served)))).toEqual(refused('signature_coverage'));
  });

  test('is refused with page content added under the signature', async () => {
    expect(await refusalOf(await signed(recipientClient, withDrawingOver(served)))).toEqual(refused('change_content'));
  });

  test('does not prevent the recipient from signing', async () => {
    await placeOf(gracePage, 'text').fill('Filled by Grace');
    await typeSignature(gracePage, 'Grace Hopper');
    await finish(gracePage);
    await gracePage.getByRole('heading', { name: 'You have signed' }).waitFor();
    const now = await sender.call('transactions.get', { params: { id: transaction.id } });
    expect(now.recipients.map(({ completed }) => completed)).toEqual([true, false]);
    expect((await sender.contentOf(fileId)).subarray(0, served.length).equals(served)).toBe(true);
  });
});

/** One page whose objects lie open in the file, so that a forger finds them. */
async function agreement(line: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  pdf.addPage([612, 792]).drawText(line, { x: 72, y: 700, size: 14, font });
  return pdf.save({ useObjectStreams: false });
}
