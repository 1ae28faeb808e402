/** Many people who sign a document of one megabyte at once. */
import type { Engine } from '@countersign/core/node';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Client } from '../../tests/api/client.ts';
import { deliver, enroll, signedCopy, startForReal, type SigningKey } from '../../tests/api/real-signing.ts';
import { contact } from '../../tests/api/transaction-world.ts';
import { summary, timed, type Measured } from './measure.ts';

export interface Signer {
  signer: Client;
  key: SigningKey;
}

interface Waiting {
  signer: Client;
  transaction: Transaction;
  fileId: string;
  /** The version that the signer got, and the copy that continues it. */
  base: Buffer;
  copy: Buffer;
}

export async function enrolled(count: number, person: (email: string) => Promise<Client>): Promise<Signer[]> {
  const signers: Signer[] = [];
  for (let index = 0; index < count; index += 1) {
    const signer = await person(`signer-${index}@example.org`);
    signers.push({ signer, key: await enroll(signer) });
  }
  return signers;
}

/** Upload, check and completion of all of them. */
export async function signAtOnce(engine: Engine, sender: Client, document: Buffer, signers: readonly Signer[]): Promise<Measured> {
  const waiting: Waiting[] = [];
  for (const signer of signers) waiting.push(await prepare(engine, sender, document, signer));
  const all = await timed(() => Promise.all(waiting.map(({ signer, transaction, fileId, base, copy }) => timed(() => deliver(signer, transaction, fileId, copy, base)))));
  const failed = all.result.filter(({ result }) => result.status >= 300).length;
  return summary(all.result.map(({ milliseconds }) => milliseconds), all.milliseconds / 1000, failed);
}

/** An object that nothing names, in a revision of its own, makes it a megabyte without making it another document. */
export function megabyte(form: Uint8Array): Buffer {
  const before = Buffer.from(form);
  const trailer = before.subarray(before.lastIndexOf('trailer')).toString('latin1');
  const [size, root, start] = [/\/Size (\d+)/, /\/Root (\d+ \d+ R)/, /startxref\s+(\d+)/].map((pattern) => pattern.exec(trailer)?.[1] ?? '');
  const object = Buffer.concat([Buffer.from(`\n${size} 0 obj\n<< /Length 1000000 >>\nstream\n`), Buffer.alloc(1_000_000, 'x'), Buffer.from('\nendstream\nendobj\n')]);
  const at = before.length + 1;
  const end = `xref\n${size} 1\n${String(at).padStart(10, '0')} 00000 n \ntrailer\n<< /Size ${Number(size) + 1} /Root ${root} /Prev ${start} >>\nstartxref\n${before.length + object.length}\n%%EOF\n`;
  return Buffer.concat([before, object, Buffer.from(end)]);
}

async function prepare(engine: Engine, sender: Client, document: Buffer, { signer, key }: Signer): Promise<Waiting> {
  const file = await sender.addFile(document, 'Lease.pdf');
  const created = await sender.call('transactions.create', { body: { name: 'Lease', fileIds: [file.id] } });
  const draft = await sender.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(signer.email)] } });
  const transaction = await startForReal(engine, sender, draft, { asTails: true });
  const base = await signer.contentOf(file.id);
  return { signer, transaction, fileId: file.id, base, copy: await signedCopy(engine, signer, key, transaction, file.id) };
}
