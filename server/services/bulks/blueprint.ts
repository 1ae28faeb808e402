/** The blueprint of a bulk: a snapshot of the source transaction or template, with one placeholder recipient. */
import { sameContact } from '#contract/entities/common.ts';
import type { Field } from '#contract/entities/field.ts';
import type { DraftLocks } from '#contract/entities/template-lock.ts';
import { listValuesByKey, withListValue, type ListValues } from '#contract/entities/list-values.ts';
import { hasWayToSign, recipientInput, type CcEntry, type RecipientDraft } from '#contract/entities/recipient.ts';
import { isEditable, type OptionsInput, type TransactionMessage, type TransactionOptions } from '#contract/entities/transaction.ts';
import type { BulkCreate, BulkRecipient } from '#contract/entities/bulk.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { findFields, findFiles } from '#server/repositories/files.repository.ts';
import { withDefaults } from '#server/repositories/stored-field.ts';
import type { Caller } from '../caller.ts';
import { assertCopiesArrive, copyCcEntries, ccOf } from '#server/services/transactions/carbon-copies.ts';
import { assertPdf } from '#server/services/signing/signable.ts';
import { assertWhole, loadTemplate, locksFor, optionsOfTemplate } from '../templates/template-state.ts';
import { assertInTime } from '#server/services/transactions/sending.service.ts';
import { assertNames, assertSomebodySigns } from '#server/services/transactions/transaction-parts.ts';
import { draftOf, loadTransaction } from '#server/services/transactions/transaction-state.ts';
import { assignFields } from '../templates/roles.ts';

export interface BlueprintFile {
  title: string;
  bodyRef: string;
  mime: string;
  size: number;
  hash: string;
  /** Those of older blueprints may lack properties. */
  fields: Field[];
  /** Features that its fields use, and that stay allowed whatever the plan includes later. */
  granted?: string[];
}

interface RequestOrigin {
  ip: string;
  userAgent: string;
}

export interface Blueprint {
  name: string;
  recipients: (RecipientDraft & { id: string })[];
  /** Index of the recipient who is replaced in each transaction. */
  placeholder: number;
  cc: CcEntry[];
  message: TransactionMessage;
  options: TransactionOptions;
  /** When each transaction expires (ISO 8601). Missing in older blueprints. */
  expiresAt?: string | null;
  files: BlueprintFile[];
  templateId: string | null;
  /** Features in use that stay allowed whatever the plan includes later. Missing in older blueprints. */
  granted?: string[];
  /** What the template fixes for whoever requested the bulk: copies and corrections of its requests are bound too. */
  locks?: DraftLocks | null;
  /** Where the bulk was requested from; recorded in the history of each transaction. */
  requestedFrom: RequestOrigin;
}

/** Where the bulk was requested from. Older blueprints name it `asked`. */
export const requestOriginOf = (blueprint: Partial<Record<'requestedFrom' | 'asked', RequestOrigin>>): RequestOrigin =>
  blueprint.requestedFrom ?? blueprint.asked ?? { ip: '', userAgent: '' };

/** The features that a blueprint or one of its files may use. Older blueprints name them `held`. */
export const grantedIn = ({ granted, held }: Partial<Record<'granted' | 'held', readonly string[]>>): string[] => [...(granted ?? held ?? [])];

/** A blueprint whose audit option may still be undefined, as in its source. */
export type UnsettledBlueprint = Omit<Blueprint, 'options'> & { options: OptionsInput };

export async function blueprintOf(db: Db, caller: Caller, input: BulkCreate): Promise<UnsettledBlueprint> {
  const blueprint = await drawBlueprint(db, caller, input);
  assertPeople(input.recipients, blueprint.recipients);
  return blueprint;
}

export async function drawBlueprint(db: Db, caller: Caller, { sourceType, sourceId }: Pick<BulkCreate, 'sourceType' | 'sourceId'>): Promise<UnsettledBlueprint> {
  const source = sourceType === 'template' ? await fromTemplate(db, caller, sourceId) : await fromTransaction(db, caller, sourceId);
  const recipients = source.recipients.length > 0 ? source.recipients : [{ ...recipientInput.parse({}), id: newId() }];
  const open = recipients.flatMap((each, index) => (hasWayToSign(each) ? [] : [index]));
  const [placeholder] = open;
  if (placeholder === undefined || open.length > 1) throw new AppError('not_ready', { openRecipients: open.length });
  assertSomebodySigns(recipients);
  const files = await snapshot(db, source.fileIds);
  if (files.length === 0) throw new AppError('not_ready', { files: 0 });
  await assertCopiesArrive(db, source.cc, caller);
  assertInTime(source.expiresAt ?? null);
  return { ...source, recipients, placeholder, files, requestedFrom: { ip: caller.ip, userAgent: caller.userAgent } };
}

type Source = Pick<UnsettledBlueprint, 'name' | 'recipients' | 'cc' | 'message' | 'options' | 'expiresAt' | 'templateId' | 'granted' | 'locks'> & { fileIds: readonly string[] };

async function fromTemplate(db: Db, caller: Caller, id: string): Promise<Source> {
  const state = await loadTemplate(db, id, caller, 'use');
  const { row, fileIds, message } = state;
  await assertWhole(db, id);
  return {
    name: row.name, fileIds, recipients: row.recipients, cc: copyCcEntries(row.cc), templateId: row.id,
    message, options: optionsOfTemplate(state), locks: await locksFor(db, state, caller),
  };
}

async function fromTransaction(db: Db, caller: Caller, id: string): Promise<Source> {
  const { row, options, message, fileIds, recipients, carbonCopies } = await loadTransaction(db, id, caller, 'copy');
  if (!isEditable(row.status)) throw new AppError('not_ready', { status: row.status });
  return {
    name: row.name, fileIds, templateId: row.template_id, granted: row.granted_features,
    recipients: recipients.map((each) => ({ ...draftOf(each), id: each.id })),
    expiresAt: row.expires_at?.toISOString() ?? null,
    cc: copyCcEntries(carbonCopies.map(ccOf)),
    message, options: { ...options, allowBulkUsage: false }, locks: row.locks,
  };
}

async function snapshot(db: Db, ids: readonly string[]): Promise<BlueprintFile[]> {
  const files = await findFiles(db, ids);
  return Promise.all(ids.map(async (id) => {
    const file = files.find((each) => each.id === id);
    if (!file) throw new AppError('related_file_deleted', { fileIds: [id] });
    assertPdf(file);
    return { title: file.title, bodyRef: file.body_ref, mime: file.mime, size: Number(file.size), hash: file.hash, fields: await findFields(db, id), granted: file.granted_features };
  }));
}

/** Each person may be listed once, and must not be a fixed recipient too. */
function assertPeople(people: readonly BulkRecipient[], fixed: readonly RecipientDraft[]): void {
  const seen = new Set<string>();
  const repeated = people.filter(({ email }) => {
    const key = email.toLowerCase();
    const known = seen.has(key) || fixed.some((each) => sameContact(each, { email }));
    seen.add(key);
    return known;
  });
  if (repeated.length > 0) throw new AppError('match_recipient', repeated.map(({ email }) => ({ email })));
  assertNames(people);
}

/** Who takes the open slot. */
type Person = Pick<RecipientDraft, 'email' | 'firstName' | 'lastName'> & Partial<Pick<RecipientDraft, 'phone' | 'locale'>>;

export interface RecipientsAndFields {
  recipients: (RecipientDraft & { id: string })[];
  /** One list per file. */
  fields: Field[][];
  /** Whether a list fills in fields, so that the documents of a bulk send differ. */
  isFilled: boolean;
}

/** Returns the recipients and fields of one person's transaction, with new ids, and what a list fills in. */
export function substituteRecipient(blueprint: Blueprint, person: Person, values: ListValues = {}): RecipientsAndFields {
  const filled = listValuesByKey(values);
  const recipients = blueprint.recipients.map((each, index) => ({ ...each, ...(index === blueprint.placeholder ? person : {}), id: newId() }));
  const fields = blueprint.files.map((file) => assignFields(file.fields.map((field) => withListValue(withDefaults(field), filled)), blueprint.recipients, recipients));
  return { recipients, fields, isFilled: filled.size > 0 };
}
