/** Many people who sign a document of one megabyte at once. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine } from '@countersign/core/node';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Infrastructure } from '#server/app/infrastructure.ts';
import type { Client } from '../../tests/api/client.ts';
import { enroll, signedCopy, startForReal, type SigningKey } from '../../tests/api/real-signing.ts';
import { contact, signBody } from '../../tests/api/transaction-world.ts';
import { summary, timed, type Measured } from './measure.ts';
import { postmasterOf, timeOfDatabase, useOf } from './process-use.ts';

export interface Signer {
  signer: Client;
  key: SigningKey;
}

/** A copy that is signed, and what of it is uploaded. */
interface Waiting {
  signer: Client;
  transaction: Transaction;
  fileId: string;
  body: Uint8Array;
  /** What the body continues; undefined: it is the whole document. */
  base: { size: number; hash: string } | undefined;
}

export interface SigningWorld {
  engine: Engine;
  sender: Client;
  /** The server's process. */
  pid: number;
  /** Of the database. */
  postmaster: number;
  pool: Infrastructure['pool'];
}

/** Processor time of one signing, with all that follows it: mails, audit trail. In milliseconds. */
interface SigningTimes {
  server: number;
  database: number;
  client: number;
}

export interface MeasuredSignings extends Measured {
  times: SigningTimes;
}

export async function enrolled(count: number, person: (email: string) => Promise<Client>): Promise<Signer[]> {
  const signers: Signer[] = [];
  for (let index = 0; index < count; index += 1) {
    const signer = await person(`signer-${index}@example.org`);
    signers.push({ signer, key: await enroll(signer) });
  }
  return signers;
}

/** Upload, check and completion of all of them. `asTails`: only what follows the version they were shown is uploaded, as browsers do. */
export async function signAtOnce(world: SigningWorld, document: Buffer, signers: readonly Signer[], asTails: boolean): Promise<MeasuredSignings> {
  const waiting: Waiting[] = [];
  for (const signer of signers) waiting.push(await prepare(world, document, signer, asTails));
  await queueIsEmpty(world);
  const before = timesOf(world);
  const all = await timed(() => Promise.all(waiting.map((each) => timed(() => deliver(each)))));
  await queueIsEmpty(world);
  const after = timesOf(world);
  const failed = all.result.filter(({ result }) => result >= 300).length;
  const perSigning = (part: keyof SigningTimes): number => (after[part] - before[part]) / signers.length;
  return {
    ...summary(all.result.map(({ milliseconds }) => milliseconds), all.milliseconds / 1000, failed),
    times: { server: perSigning('server'), database: perSigning('database'), client: perSigning('client') },
  };
}

/** All jobs that are due are done. */
async function queueIsEmpty({ pool }: SigningWorld): Promise<void> {
  const isEmpty = async (): Promise<boolean> => (await pool.query('select from graphile_worker._private_jobs where run_at <= now() and attempts < max_attempts limit 1')).rowCount === 0;
  while (!(await isEmpty())) await sleep(200);
}

const timesOf = ({ pid, postmaster }: SigningWorld): SigningTimes => ({ server: useOf(pid).cpu, database: timeOfDatabase(postmaster), client: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000 });

/** The process of the database that a server uses. */
export async function databaseOf({ pool }: Pick<Infrastructure, 'pool'>): Promise<number> {
  const { rows: [row] } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  return postmasterOf(row?.pid ?? NaN);
}

export const signingColumns = ['| what | per second | p50 ms | p95 ms | p99 ms | errors | processor ms of one: server | database | client |', '|---|---|---|---|---|---|---|---|---|'];
export const rowsOfSignings = (rows: readonly [string, MeasuredSignings][]): string[] => rows.map(([what, { perSecond, p50, p95, p99, errors, times }]) =>
  `| ${[what, perSecond.toFixed(1), ...[p50, p95, p99].map((each) => each.toFixed(0)), errors, ...[times.server, times.database, times.client].map((each) => each.toFixed(1))].join(' | ')} |`);

/** The requests of a browser once its document is signed. Returns the status of the last one. */
async function deliver({ signer, transaction: { id }, fileId, body, base }: Waiting): Promise<number> {
  const { url } = await signer.call('transactions.updateUrl', { params: { id }, body: { fileId, ...(base && { base }) } });
  const stored = await signer.put(url, body);
  if (stored.status !== 200) return stored.status;
  return (await signer.send('transactions.sign', { params: { id }, body: signBody(signer, fileId) })).status;
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

async function prepare({ engine, sender }: SigningWorld, document: Buffer, { signer, key }: Signer, asTails: boolean): Promise<Waiting> {
  const file = await sender.addFile(document, 'Lease.pdf');
  const created = await sender.call('transactions.create', { body: { name: 'Lease', fileIds: [file.id] } });
  const draft = await sender.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(signer.email)] } });
  const transaction = await startForReal(engine, sender, draft, { asTails: true });
  const copy = await signedCopy(engine, signer, key, transaction, file.id);
  const shown = await signer.contentOf(file.id);
  const base = asTails ? { size: shown.length, hash: createHash('sha256').update(shown).digest('hex') } : undefined;
  return { signer, transaction, fileId: file.id, body: copy.subarray(base?.size ?? 0), base };
}
