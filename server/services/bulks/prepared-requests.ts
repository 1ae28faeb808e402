/** Requests whose fields the server places: their files are prepared outside of a database transaction, and written inside of one. */
import type { Field } from '#contract/entities/field.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import { sizes } from '#contract/limits/sizes.ts';
import type { DocumentReader } from '#server/adapters/core/document-reader.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { insertFile, insertVersion } from '#server/repositories/files.repository.ts';
import { setTransactionFiles } from '#server/repositories/transactions.repository.ts';
import { setUploadStatus } from '#server/repositories/uploads.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { DocumentChecker, PlacedField } from '#server/services/documents/document-checker.ts';
import type { BodyOwner, GeneratedBodies, GeneratedBody } from '#server/services/storage/generated-bodies.ts';
import { prefixOf } from '#server/services/storage/with-bodies.ts';
import { asPlaced } from '#server/services/transactions/sending.service.ts';
import { writeTransaction, type Origin } from '#server/services/transactions/transaction-parts.ts';
import { grantedIn, type Blueprint, type BlueprintFile, type RecipientsAndFields } from './blueprint.ts';

export interface PreparingDependencies {
  storage: Storage;
  checker: DocumentChecker;
  reader: DocumentReader;
  bodies: GeneratedBodies;
}

export interface PreparedFile {
  source: BlueprintFile;
  body: GeneratedBody;
  fields: Field[];
}

export interface PreparedRequest {
  blueprint: Blueprint;
  assignment: RecipientsAndFields;
  files: readonly PreparedFile[];
}

/** Returns, for each person, the files with their fields placed. */
export async function prepareFiles({ storage, checker, reader, bodies }: PreparingDependencies, owner: BodyOwner, blueprint: Blueprint, assignments: readonly RecipientsAndFields[]): Promise<PreparedFile[][]> {
  const prepared: PreparedFile[][] = assignments.map(() => []);
  const isFilled = assignments.some((each) => each.isFilled);
  for (const [number, source] of blueprint.files.entries()) {
    const tails = await reader.placeFields(await storage.source(source.bodyRef), assignments.map((assignment) => preparedFields(assignment.fields[number] ?? [], assignment.recipients)));
    let first: PlacedField[] | null = null;
    for (const [index, tail] of tails.entries()) {
      const assignment = assignments[index];
      if (!assignment) continue;
      const body = await bodies.append(owner, { purpose: 'prepared', mime: source.mime, maxSize: source.size + sizes.file, size: tail.length }, { ref: source.bodyRef, size: source.size, hash: source.hash }, [tail]);
      // Equal fields get equal names and objects. Only signature fields differ: their names contain the recipient's id. Where a list fills in
      // fields, each document is checked by itself.
      const placed: PlacedField[] = first === null || isFilled ? await check({ storage, checker }, source, body, assignment, number) : namesFor(first, assignments[0], assignment);
      first ??= placed;
      prepared[index]?.push({ source, body, fields: asPlaced(assignment.fields[number] ?? [], placed) });
    }
  }
  return prepared;
}

async function check(
  { storage, checker }: Pick<PreparingDependencies, 'storage' | 'checker'>, source: BlueprintFile, body: GeneratedBody, assignment: RecipientsAndFields, number: number,
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

/** Writes the transaction as a draft of the caller. Returns its id. */
export async function writePrepared(tx: Tx, caller: Caller, { blueprint, assignment, files }: PreparedRequest, { name, origin }: { name: string; origin: Origin }): Promise<string> {
  const id = newId();
  await writeTransaction(tx, caller, id, {
    name, fileIds: [], recipients: assignment.recipients, cc: blueprint.cc, message: blueprint.message, options: blueprint.options, expiresAt: blueprint.expiresAt ?? null,
  }, { ...origin, status: 'draft', locks: blueprint.locks ? JSON.stringify(blueprint.locks) : null });
  const fileIds: string[] = [];
  for (const { source, body, fields } of files) {
    const fileId = newId();
    await insertFile(tx, { id: fileId, owner_id: caller.userId, org_id: caller.organization?.id ?? null, title: source.title, fields: JSON.stringify(fields), granted_features: grantedIn(source) });
    const version = { file_id: fileId, mime: source.mime, created_by: caller.userId };
    await insertVersion(tx, { ...version, version: 1, body_ref: source.bodyRef, size: source.size, hash: source.hash, kind: 'original' });
    await insertVersion(tx, { ...version, version: 2, body_ref: body.bodyRef, size: body.size, hash: body.hash, kind: 'prepared', transaction_id: id });
    await setUploadStatus(tx, body.bodyRef, 'used');
    fileIds.push(fileId);
  }
  await setTransactionFiles(tx, id, fileIds);
  return id;
}
