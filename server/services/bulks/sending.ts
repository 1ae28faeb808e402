/**
 * Sends one part of a bulk. For each person, the fields are placed into the files, and a transaction is created and started in
 * one database transaction. A repeated part sends nothing twice.
 */
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Field } from '#contract/entities/field.ts';
import { isErrorCode } from '#contract/errors.ts';
import { sizes } from '#contract/limits/sizes.ts';
import type { DocumentChecker, PlacedField } from '#server/services/documents/document-checker.ts';
import { prefixOf } from '#server/services/storage/with-bodies.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { insertFile, insertVersion } from '#server/repositories/files.repository.ts';
import {
  addToCounters, lockBulk, lockWaitingRecipient, updateBulkRecipient, type BulkRecipientRow, type BulkRow,
} from '#server/repositories/bulks.repository.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { setTransactionFiles } from '#server/repositories/transactions.repository.ts';
import { setUploadStatus } from '#server/repositories/uploads.repository.ts';
import type { Caller } from '../caller.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import type { BodyOwner, GeneratedBodies, GeneratedBody } from '#server/services/storage/generated-bodies.ts';
import { asPlaced, assertInTime, begin } from '#server/services/transactions/sending.service.ts';
import { writeTransaction } from '#server/services/transactions/transaction-parts.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';
import { grantedIn, substituteRecipient, type Blueprint, type BlueprintFile, type RecipientsAndFields } from './blueprint.ts';
import { publishBulkEvent } from './counters.ts';

export interface SendingDependencies {
  db: Db;
  storage: Storage;
  checker: DocumentChecker;
  reader: DocumentReader;
  bodies: GeneratedBodies;
  config: NotifyConfig;
  entitlements: Pick<Entitlements, 'consume'>;
}

interface PreparedFile {
  source: BlueprintFile;
  body: GeneratedBody;
  fields: Field[];
}

/** Sends the transactions of these recipients of a bulk. */
export async function sendTo(dependencies: SendingDependencies, bulk: BulkRow, caller: Caller, people: readonly BulkRecipientRow[]): Promise<void> {
  const blueprint = bulk.blueprint as Blueprint;
  const assignments = people.map((person) => substituteRecipient(blueprint, { email: person.email, firstName: person.first_name, lastName: person.last_name }));
  let prepared: PreparedFile[][];
  try {
    assertInTime(blueprint.expiresAt ?? null);
    prepared = await prepare(dependencies, { userId: bulk.owner_id, holder: holderOf({ userId: bulk.owner_id, orgId: bulk.org_id }) }, blueprint, assignments);
  } catch (error) {
    // A document error affects every recipient. `service_unavailable` and unknown errors are retried.
    if (!(error instanceof AppError) || error.code === 'service_unavailable') throw error;
    for (const person of people) await fail(dependencies.db, bulk, person, error);
    return;
  }
  for (const [index, person] of people.entries()) {
    const [assignment, files] = [assignments[index], prepared[index]];
    if (assignment && files) await sendOne(dependencies, { bulk, blueprint, caller, person, assignment, files });
  }
}

/** Returns, for each person, the files with their fields placed. */
async function prepare({ storage, checker, reader, bodies }: SendingDependencies, owner: BodyOwner, blueprint: Blueprint, assignments: readonly RecipientsAndFields[]): Promise<PreparedFile[][]> {
  const prepared: PreparedFile[][] = assignments.map(() => []);
  for (const [number, source] of blueprint.files.entries()) {
    const tails = await reader.placeFields(await storage.source(source.bodyRef), assignments.map((assignment) => preparedFields(assignment.fields[number] ?? [], assignment.recipients)));
    let names: { id: string; placed: PlacedField[] } | null = null;
    for (const [index, tail] of tails.entries()) {
      const assignment = assignments[index];
      if (!assignment) continue;
      const body = await bodies.append(owner, { purpose: 'prepared', mime: source.mime, maxSize: source.size + sizes.file, size: tail.length }, { ref: source.bodyRef, size: source.size, hash: source.hash }, [tail]);
      // Equal fields get equal names and objects. Only signature fields differ: their names contain the recipient's id.
      names ??= { id: '', placed: await check({ storage, checker }, source, body, assignment, number) };
      const placed = namesFor(names.placed, assignments[0], assignment);
      prepared[index]?.push({ source, body, fields: asPlaced(assignment.fields[number] ?? [], placed) });
    }
  }
  return prepared;
}

async function check(
  { storage, checker }: Pick<SendingDependencies, 'storage' | 'checker'>, source: BlueprintFile, body: GeneratedBody, assignment: RecipientsAndFields, number: number,
): Promise<PlacedField[]> {
  const { problems, placed } = await checker.checkPrepared({
    base: { size: source.size, hash: source.hash },
    upload: { parts: await storage.source(body.bodyRef), size: body.size, hash: body.hash, prefix: await prefixOf(storage, { ref: source.bodyRef, size: source.size, hash: source.hash }) },
    fields: assignment.fields[number] ?? [], recipients: assignment.recipients,
  });
  if (problems.length > 0) throw new AppError('verification_failed', { problems });
  return placed;
}

const namesFor = (placed: readonly PlacedField[], first: RecipientsAndFields | undefined, assignment: RecipientsAndFields): PlacedField[] =>
  placed.map((each) => {
    const index = first?.recipients.findIndex(({ id }) => each.fieldName.includes(id)) ?? -1;
    const [from, to] = [first?.recipients[index]?.id, assignment.recipients[index]?.id];
    return from && to ? { ...each, id: each.id.replace(from, to), fieldName: each.fieldName.replace(from, to) } : each;
  });

interface One {
  bulk: BulkRow;
  blueprint: Blueprint;
  caller: Caller;
  person: BulkRecipientRow;
  assignment: RecipientsAndFields;
  files: readonly PreparedFile[];
}

async function sendOne({ db, config, entitlements }: SendingDependencies, one: One): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      if (!(await lockWaitingRecipient(tx, one.bulk.id, one.person.position))) return;
      await entitlements.consume(tx, quotaSpaceOf(one.caller), 'transactions');
      const id = await writeOne(tx, one);
      const state = await lockTransactionForJob(tx, id);
      if (!state) throw new AppError('not_found');
      await begin(tx, config, one.caller, state);
      await updateBulkRecipient(tx, one.bulk.id, one.person.position, { status: 'sent', transaction_id: id });
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await fail(db, one.bulk, one.person, error);
  }
}

async function writeOne(tx: Tx, { bulk, blueprint, caller, assignment, files }: One): Promise<string> {
  const id = newId();
  await writeTransaction(tx, caller, id, {
    name: bulk.name, fileIds: [], recipients: assignment.recipients, cc: blueprint.cc, message: blueprint.message, options: blueprint.options, expiresAt: blueprint.expiresAt ?? null,
  }, { bulk_id: bulk.id, template_id: blueprint.templateId, status: 'draft' });
  const fileIds: string[] = [];
  for (const { source, body, fields } of files) {
    const fileId = newId();
    await insertFile(tx, { id: fileId, owner_id: caller.userId, org_id: bulk.org_id, title: source.title, fields: JSON.stringify(fields), granted_features: grantedIn(source) });
    const version = { file_id: fileId, mime: source.mime, created_by: caller.userId };
    await insertVersion(tx, { ...version, version: 1, body_ref: source.bodyRef, size: source.size, hash: source.hash, kind: 'original' });
    await insertVersion(tx, { ...version, version: 2, body_ref: body.bodyRef, size: body.size, hash: body.hash, kind: 'prepared', transaction_id: id });
    await setUploadStatus(tx, body.bodyRef, 'used');
    fileIds.push(fileId);
  }
  await setTransactionFiles(tx, id, fileIds);
  return id;
}

async function fail(db: Db, bulk: BulkRow, person: BulkRecipientRow, error: AppError): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockBulk(tx, bulk.id);
    if (!(await lockWaitingRecipient(tx, bulk.id, person.position))) return;
    await updateBulkRecipient(tx, bulk.id, person.position, { status: 'failed', error: isErrorCode(error.code) ? error.code : 'internal_error' });
    await publishBulkEvent(tx, await addToCounters(tx, bulk.id, { failed: 1 }), 'bulk_counter_changed');
  });
}
