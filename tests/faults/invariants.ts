/** What must hold after every fault: each sentence that does not is given back. */
import { createHash } from 'node:crypto';
import type { Foundation } from '#server/app/foundation.ts';
import { removeOrphans } from '#server/services/orphans.ts';
import type { Client } from '../api/client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Acknowledged } from './workload.ts';

const twoDays = 2 * 24 * 60 * 60 * 1000;

interface World {
  foundation: Foundation;
  acknowledged: Acknowledged;
  senders: readonly Client[];
  mailbox: Mailbox;
}

export interface Findings {
  broken: string[];
  mails: { sent: number; handedOverTwice: number };
}

export async function findBroken({ foundation, acknowledged, senders, mailbox }: World): Promise<Findings> {
  const broken: string[] = [];
  const must = (holds: boolean, sentence: string): void => {
    if (!holds) broken.push(sentence);
  };
  await checkActs(foundation, acknowledged, must);
  await checkBodies(foundation, acknowledged, must);
  await checkCounters(foundation, senders, must);
  return { broken, mails: await checkMails(foundation, mailbox, must) };
}

type Must = (holds: boolean, sentence: string) => void;

async function rowsOf<Row extends object>({ pool }: Foundation, text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows;
}

async function checkActs(foundation: Foundation, { files, created, started, completed }: Acknowledged, must: Must): Promise<void> {
  const transactions = new Map((await rowsOf<{ id: string; status: string }>(foundation, 'select id, status from transactions')).map(({ id, status }) => [id, status]));
  const known = new Set((await rowsOf<{ id: string }>(foundation, 'select id from files')).map(({ id }) => id));
  for (const id of files.keys()) must(known.has(id), `file ${id} was acknowledged and is not there`);
  for (const id of created) must(transactions.has(id), `transaction ${id} was acknowledged and is not there`);
  for (const id of started) must(['pending', 'completed'].includes(transactions.get(id) ?? ''), `transaction ${id} was started and is ${transactions.get(id)}`);
  for (const id of completed) must(transactions.get(id) === 'completed', `transaction ${id} was signed and is ${transactions.get(id)}`);
  const signed = await rowsOf<{ transaction_id: string; count: number }>(foundation, 'select transaction_id, count(*)::int from signings group by 1');
  const signings = new Map(signed.map(({ transaction_id, count }) => [transaction_id, count]));
  for (const id of completed) must(signings.get(id) === 1, `transaction ${id} was signed ${signings.get(id) ?? 0} times`);
  const twice = await rowsOf<{ resource_id: string; action: string }>(foundation, `select resource_id, action from insights where action in ('transaction_started', 'transaction_completed', 'transaction_signed_by_recipient') group by 1, 2 having count(*) > 1`);
  for (const { resource_id, action } of twice) must(false, `${action} of ${resource_id} is told twice`);
  const gaps = await rowsOf<{ file_id: string }>(foundation, 'select file_id from file_versions group by 1 having count(*) <> max(version) or count(distinct hash) <> count(*)');
  for (const { file_id } of gaps) must(false, `the versions of file ${file_id} have a gap, or one twice`);
}

async function checkBodies(foundation: Foundation, { files }: Acknowledged, must: Must): Promise<void> {
  const { storage, db, pool } = foundation;
  const versions = await rowsOf<{ file_id: string; version: number; body_ref: string; hash: string }>(foundation, 'select file_id, version, body_ref, hash from file_versions');
  for (const { file_id, version, body_ref, hash } of versions) {
    const found = createHash('sha256');
    for await (const part of await storage.read(body_ref)) found.update(part);
    must(found.digest('hex') === hash, `version ${version} of file ${file_id} is not the bytes that were stored`);
    if (version === 1 && files.has(file_id)) must(hash === files.get(file_id), `file ${file_id} is not what was uploaded`);
  }
  // As the clean-up jobs will find it, two days on.
  await pool.query('delete from uploads where expires_at < $1 and status <> $2', [new Date(Date.now() + twoDays), 'used']);
  await removeOrphans({ db, pool, storage }, Date.now() + twoDays);
  const named = new Set((await rowsOf<{ ref: string }>(foundation, `
    select body_ref as ref from file_versions union select body_ref from uploads union select a ->> 'ref' from mails, jsonb_array_elements(attachments) a`)).map(({ ref }) => ref));
  for await (const { ref } of storage.holdings()) must(named.has(ref), `body ${ref} is an orphan after the clean-up`);
  for (const { body_ref } of versions) must(await storage.size(body_ref).then(() => true, () => false), `body ${body_ref} was cleaned up and is needed`);
}

async function checkCounters(foundation: Foundation, senders: readonly Client[], must: Must): Promise<void> {
  for (const sender of senders) {
    const { counters } = await sender.call('transactions.list', { query: {} });
    const { rows: [real] } = await foundation.pool.query<{ count: number }>('select count(*)::int from transactions where owner_id = $1 and deleted_at is null', [sender.userId]);
    must(counters.all === real?.count, `the counter of ${sender.email} says ${counters.all}, there are ${real?.count}`);
  }
}

async function checkMails(foundation: Foundation, mailbox: Mailbox, must: Must): Promise<Findings['mails']> {
  const mails = await rowsOf<{ id: string; status: string }>(foundation, 'select id, status from mails');
  const handed = new Map<string, number>();
  for (const { messageId = '' } of mailbox.all()) handed.set(messageId, (handed.get(messageId) ?? 0) + 1);
  const counts = mails.map(({ id }) => [...handed].find(([messageId]) => messageId.startsWith(`<${id}@`))?.[1] ?? 0);
  mails.forEach(({ id, status }, index) => must(status === 'sent' && counts[index] !== 0, `mail ${id} is ${status} and came ${counts[index]} times`));
  return { sent: mails.length, handedOverTwice: counts.filter((count) => count > 1).length };
}
