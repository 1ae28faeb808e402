/** How much of a document the server reads: for tests that send and sign a large one. */
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { deliver, signedCopy, upload, type Signers } from './real-signing.ts';
import { at, contact } from './transaction-world.ts';

/** Bytes that this process, all its threads together, has read of files and sockets. Bodies of calls do not count here. */
const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

export async function reading<Result>(work: () => Promise<Result>): Promise<{ read: number; result: Result }> {
  const before = bytesRead();
  const result = await work();
  return { read: bytesRead() - before, result };
}

export interface Sent {
  transaction: Transaction;
  fileId: string;
}

/** Uploads a document and the fields of Bea and Carl, and starts. */
export async function send({ engine, ada, bea, carl }: Signers, document: Buffer): Promise<Sent> {
  const { id: fileId } = await ada.addFile(document, 'Lease.pdf');
  const created = await ada.call('transactions.create', { body: { fileIds: [fileId] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(bea.email), contact(carl.email)] } });
  const opened = await engine.open(document);
  const { bytes } = await opened.placeFields(preparedFields([], draft.recipients));
  await opened.close();
  await upload(ada, draft, fileId, Buffer.concat([document, bytes]), document);
  return { transaction: await ada.call('transactions.start', at(draft)), fileId };
}

/** The signers one after the other; the bytes that the server reads for each. */
export async function sign({ engine, bea, carl, beasKey, carlsKey }: Signers, { transaction, fileId }: Sent): Promise<{ reads: number[]; status: string }> {
  const reads: number[] = [];
  let running = transaction;
  for (const [person, key] of [[bea, beasKey], [carl, carlsKey]] as const) {
    const base = await person.contentOf(fileId);
    const signed = await signedCopy(engine, person, key, running, fileId);
    const { read, result: answer } = await reading(() => deliver(person, running, fileId, signed, base));
    expect(answer.status).toBe(200);
    reads.push(read);
    running = answer.body as Transaction;
  }
  return { reads, status: running.status };
}
