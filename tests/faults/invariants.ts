/** What must hold after every fault: each sentence that does not is given back. */
import { createHash } from 'node:crypto';
import { defaultPlan, planContents, plans } from '#contract/plans.ts';
import { createSignedUrls } from '#server/adapters/storage/signed-urls.ts';
import type { Infrastructure } from '#server/app/infrastructure.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { findDrift } from '#server/repositories/storage-use.repository.ts';
import { createStorageQuota } from '#server/services/storage/storage-quota.ts';
import { createUploadsService } from '#server/services/storage/uploads.service.ts';
import type { Client } from '../api/client.ts';
import type { Mailbox } from '../support/mailbox.ts';
import type { Listener } from './listener.ts';
import type { Acknowledged } from './workload.ts';

const twoDays = 2 * 24 * 60 * 60 * 1000;
const timeoutMs = 180_000;
const lastEventLimit = 20_000;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface World {
  infrastructure: Infrastructure;
  acknowledged: Acknowledged;
  senders: readonly Client[];
  listeners: readonly Listener[];
  mailbox: Mailbox;
}

export interface Findings {
  broken: string[];
  mails: { sent: number; handedOverTwice: number };
  heard: number;
  orphans: number;
}

type Must = (holds: boolean, sentence: string) => void;

export async function findBroken({ infrastructure, acknowledged, senders, listeners, mailbox }: World): Promise<Findings> {
  const broken: string[] = [];
  const must: Must = (holds, sentence) => {
    if (!holds) broken.push(sentence);
  };
  await untilQueueIsEmpty(infrastructure, must);
  await checkActs(infrastructure, acknowledged, must);
  const orphans = await cleanUp(infrastructure);
  await checkBodies(infrastructure, acknowledged, must);
  await checkCounters(infrastructure, senders, must);
  const heard = await checkEvents(infrastructure, listeners, must);
  return { broken, mails: await checkMails(infrastructure, mailbox, must), heard, orphans };
}

async function rowsOf<Row extends object>({ pool }: Pick<Infrastructure, 'pool'>, text: string): Promise<Row[]> {
  return (await pool.query<Row>(text)).rows;
}

/** Until every job is done, those that wait after a failure included. */
async function untilQueueIsEmpty(infrastructure: Infrastructure, must: Must): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const left = (): Promise<{ task: string; error: string | null }[]> => rowsOf(infrastructure, `
    select tasks.identifier as task, jobs.last_error as error from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id where jobs.attempts < jobs.max_attempts`);
  while (Date.now() < deadline && (await left()).length > 0) {
    await infrastructure.pool.query('update graphile_worker._private_jobs set run_at = now() where run_at > now() and attempts > 0 and locked_at is null');
    await pause(1000);
  }
  for (const { task, error } of await left()) must(false, `a job was never done: ${task}${error === null ? '' : `, ${error}`}`);
}

async function checkActs(infrastructure: Infrastructure, { files, created, started, completed, appended }: Acknowledged, must: Must): Promise<void> {
  const transactions = new Map((await rowsOf<{ id: string; status: string }>(infrastructure, 'select id, status from transactions')).map(({ id, status }) => [id, status]));
  const known = new Set((await rowsOf<{ id: string }>(infrastructure, 'select id from files')).map(({ id }) => id));
  for (const id of files.keys()) must(known.has(id), `file ${id} was acknowledged and is not there`);
  for (const id of created) must(transactions.has(id), `transaction ${id} was acknowledged and is not there`);
  for (const id of started) must(['pending', 'completed'].includes(transactions.get(id) ?? ''), `transaction ${id} was started and is ${transactions.get(id)}`);
  for (const id of completed.keys()) must(transactions.get(id) === 'completed', `transaction ${id} was signed and is ${transactions.get(id)}`);
  const signed = await rowsOf<{ transaction_id: string; count: number }>(infrastructure, 'select transaction_id, count(*)::int from signings group by 1');
  const signings = new Map(signed.map(({ transaction_id, count }) => [transaction_id, count]));
  for (const [id, signers] of completed) must(signings.get(id) === signers, `transaction ${id} was signed ${signings.get(id) ?? 0} times by ${signers}`);
  const twice = await rowsOf<{ resource_id: string; action: string }>(infrastructure, `select resource_id, action from insights where action in ('transaction_started', 'transaction_completed', 'transaction_signed_by_recipient') group by 1, 2, actor ->> 'id' having count(*) > 1`);
  for (const { resource_id, action } of twice) must(false, `${action} of ${resource_id} is told twice`);
  for (const { holderId, difference } of await findDrift(infrastructure.db)) must(false, `the storage of ${holderId} is counted wrong by ${difference} bytes`);
  const current = new Map((await rowsOf<{ id: string; hash: string }>(infrastructure, 'select f.id, v.hash from files f join file_versions v on v.file_id = f.id and v.version = f.version')).map(({ id, hash }) => [id, hash]));
  for (const [id, { hash, count }] of appended) must(current.get(id) === hash, `file ${id} is not what it was after ${count} tails`);
  const gaps = await rowsOf<{ file_id: string }>(infrastructure, 'select file_id from file_versions group by 1 having count(*) <> max(version) or count(distinct hash) <> count(*)');
  for (const { file_id } of gaps) must(false, `the versions of file ${file_id} have a gap, or one twice`);
}

/** As the clean-up jobs will do it, two days on. */
async function cleanUp({ db, pool, storage, config }: Infrastructure): Promise<number> {
  const uploads = createUploadsService({ db, pool, storage, config, urls: createSignedUrls(config.hosts.api, Buffer.alloc(32)), onStored: {}, quota: createStorageQuota(config) });
  const later = Date.now() + twoDays;
  let removed = 0;
  for (let swept = await uploads.sweep(later); swept > 0; swept = await uploads.sweep(later)) removed += swept;
  return removed + (await removeOrphans({ db, pool, storage }, later));
}

async function checkBodies(infrastructure: Infrastructure, { files }: Acknowledged, must: Must): Promise<void> {
  const { storage } = infrastructure;
  const versions = await rowsOf<{ file_id: string; version: number; body_ref: string; hash: string }>(infrastructure, 'select file_id, version, body_ref, hash from file_versions');
  for (const { file_id, version, body_ref, hash } of versions) {
    const found = createHash('sha256');
    try {
      for await (const part of await storage.read(body_ref)) found.update(part);
    } catch {
      must(false, `the body of version ${version} of file ${file_id} is gone`);
      continue;
    }
    must(found.digest('hex') === hash, `version ${version} of file ${file_id} is not the bytes that were stored`);
    if (version === 1 && files.has(file_id)) must(hash === files.get(file_id), `file ${file_id} is not what was uploaded`);
  }
  const named = new Set((await rowsOf<{ ref: string }>(infrastructure, `
    select body_ref as ref from file_versions union select body_ref from uploads union select part_ref from body_parts union select a ->> 'ref' from mails, jsonb_array_elements(attachments) a`)).map(({ ref }) => ref));
  const held = new Set<string>();
  for await (const { ref } of storage.holdings()) held.add(ref);
  for (const ref of held) must(named.has(ref), `body ${ref} is an orphan after the clean-up`);
  const living = new Set([...versions.map(({ body_ref }) => body_ref), ...(await rowsOf<{ ref: string }>(infrastructure, 'select body_ref as ref from uploads')).map(({ ref }) => ref)]);
  for (const { body_ref: ref, part_ref: part } of await rowsOf<{ body_ref: string; part_ref: string }>(infrastructure, 'select body_ref, part_ref from body_parts')) {
    must(living.has(ref), `the parts of body ${ref} are kept, and nothing needs it`);
    must(held.has(part), `part ${part} of body ${ref} is gone`);
  }
  for (const { ref } of await rowsOf<{ ref: string }>(infrastructure, 'select body_ref as ref from body_keys')) must(held.has(ref), `the key of body ${ref} is kept, and the body is gone`);
}

async function checkCounters(infrastructure: Infrastructure, senders: readonly Client[], must: Must): Promise<void> {
  const quota = planContents[plans[defaultPlan].key].transactions;
  for (const sender of senders) {
    const count = async (sql: string): Promise<number> => (await infrastructure.pool.query<{ count: number }>(sql, [sender.userId])).rows[0]?.count ?? 0;
    const { counters } = await sender.call('transactions.list', { query: {} });
    const remaining = await count('select count(*)::int from transactions where owner_id = $1 and deleted_at is null');
    must(counters.all === remaining, `the counter of ${sender.email} says ${counters.all}, there are ${remaining}`);
    const started = await count('select count(*)::int from transactions where owner_id = $1 and started_at is not null');
    const used = await count('select transactions_used::int as count from subscriptions where holder_id = $1');
    must(started <= quota && used === started, `${sender.email} started ${started} of ${quota} and was counted ${used}`);
  }
}

/** Each event once and in order, for each person it was for. */
async function checkEvents(infrastructure: Infrastructure, listeners: readonly Listener[], must: Must): Promise<number> {
  const deadline = Date.now() + lastEventLimit;
  let sum = 0;
  for (const listener of listeners) {
    const { person } = listener;
    const { rows } = await infrastructure.pool.query<{ id: string }>('select id from events where user_ids @> array[$1::text] order by id', [person.userId]);
    while (listener.heard.length < rows.length && Date.now() < deadline) await pause(200);
    const heard = listener.heard.map(({ id }) => id);
    const missing = rows.filter(({ id }) => !heard.includes(id));
    must(missing.length === 0, `${person.email} did not hear of ${missing.length} of ${rows.length} events`);
    must(heard.every((id, index) => index === 0 || BigInt(id) > BigInt(heard[index - 1] ?? 0)), `${person.email} heard of an event twice, or out of order`);
    sum += heard.length;
  }
  return sum;
}

async function checkMails(infrastructure: Infrastructure, mailbox: Mailbox, must: Must): Promise<Findings['mails']> {
  const mails = await rowsOf<{ id: string; status: string }>(infrastructure, 'select id, status from mails');
  const handed = new Map<string, number>();
  for (const { messageId = '' } of mailbox.all()) handed.set(messageId, (handed.get(messageId) ?? 0) + 1);
  const counts = mails.map(({ id }) => [...handed].find(([messageId]) => messageId.startsWith(`<${id}@`))?.[1] ?? 0);
  mails.forEach(({ id, status }, index) => must(status === 'sent' && counts[index] !== 0, `mail ${id} is ${status} and came ${counts[index]} times`));
  return { sent: mails.length, handedOverTwice: counts.filter((count) => count > 1).length };
}
