/** What the server does for a large document and for a small one: bytes up, on disk and read, and processor time. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@countersign/core/node';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Client } from '../../tests/api/client.ts';
import { deliver, signedCopy, upload } from '../../tests/api/real-signing.ts';
import { contact } from '../../tests/api/transaction-world.ts';
import { since, useOf, type ProcessUse } from './process-use.ts';
import type { Signer } from './signings.ts';

/** The server that is measured, and its people. */
export interface LargeWorld {
  engine: Engine;
  sender: Client;
  signers: readonly Signer[];
  pid: number;
  dataDir: string;
}

export interface Use extends ProcessUse {
  /** Bytes that the client sent as bodies. */
  up: number;
  milliseconds: number;
}

export interface LargeUse {
  size: number;
  prepare: Use;
  /** Of each signing, the last one with the archive time stamp. */
  signings: Use[];
  /** Bytes in the storage after the last signing. */
  stored: number;
}

/** Jobs that follow a call: mails, events. */
const settled = 400;

/** Sends a document to the signers, who sign one after the other. */
export async function measureLarge(world: LargeWorld, document: Buffer): Promise<LargeUse> {
  const { engine, sender, signers, dataDir } = world;
  const before = sizeOf(join(dataDir, 'bodies'));
  const { use: prepare, result: sent } = await measureStart(world, document, signers.map(({ signer }) => signer.email));
  const signings: Use[] = [];
  let { transaction } = sent;
  for (const { signer, key } of signers) {
    const base = await signer.contentOf(sent.fileId);
    const copy = await signedCopy(engine, signer, key, transaction, sent.fileId);
    const { use, result } = await used(world, () => deliver(signer, transaction, sent.fileId, copy, base));
    if (result.status !== 200) throw new Error(JSON.stringify(result.body));
    transaction = result.body as Transaction;
    signings.push({ ...use, up: copy.length - base.length });
  }
  if (transaction.status !== 'completed') throw new Error(`The transaction is ${transaction.status}`);
  await sender.call('files.getMeta', { params: { id: sent.fileId } });
  return { size: document.length, prepare, signings, stored: sizeOf(join(dataDir, 'bodies')) - before };
}

/** Uploads a document, the fields for so many recipients, and starts. */
export async function measureStart(world: LargeWorld, document: Buffer, emails: readonly string[]): Promise<{ use: Use; result: { transaction: Transaction; fileId: string } }> {
  const { engine, sender } = world;
  let up = document.length;
  const { use, result } = await used(world, async () => {
    const { id: fileId } = await sender.addFile(document, 'Lease.pdf');
    const created = await sender.call('transactions.create', { body: { name: 'Lease', fileIds: [fileId] } });
    const draft = await sender.call('transactions.update', { params: { id: created.id }, body: { recipients: emails.map((email) => contact(email)) } });
    const meta = await sender.call('files.getMeta', { params: { id: fileId } });
    const opened = await engine.open(document);
    const tail = await opened.placeFields(preparedFields(meta.attributes.fields, draft.recipients));
    await opened.close();
    up += tail.bytes.length;
    await upload(sender, draft, fileId, Buffer.concat([document, tail.bytes]), document);
    return { transaction: await sender.call('transactions.start', { params: { id: draft.id } }), fileId };
  });
  return { use: { ...use, up }, result };
}

async function used<Result>({ pid }: LargeWorld, work: () => Promise<Result>): Promise<{ use: Omit<Use, 'up'>; result: Result }> {
  await sleep(settled);
  const [before, began] = [useOf(pid), performance.now()];
  const result = await work();
  const milliseconds = performance.now() - began;
  return { use: { ...since(before, useOf(pid)), milliseconds }, result };
}

/** Bytes of all files in a folder. */
function sizeOf(folder: string): number {
  const entries = !existsSync(folder) ? [] : readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.reduce((sum, each) => sum + (each.isFile() ? statSync(join(each.parentPath, each.name)).size : 0), 0);
}
