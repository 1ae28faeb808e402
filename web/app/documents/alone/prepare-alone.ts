import { sameContact } from '#contract/entities/common.ts';
import { belongsTo } from '#contract/entities/field-list.ts';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { assigned } from '#web/entities/field/unassigned.ts';
import { updateFile } from '#web/entities/files/files.requests.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { SentFile } from '#web/features/sending/problems.ts';
import { reviewDraft } from '#web/features/sending/problems.ts';
import { ruleInputsOf } from '#web/services/engine/core/rules.service.ts';
import { fieldRecipientOf } from '../editor/editor-people.ts';
import type { FindOptions } from './find-fields.ts';
import { findFields } from './find-fields.ts';

interface AlonePreparation extends FindOptions {
  readonly transaction: Transaction;
  readonly profile: Pick<Profile, 'email' | 'phone' | 'firstName' | 'lastName'>;
  readonly files: readonly FileMeta[];
  readonly dispatch: AppDispatch;
}

interface PreparedAlone {
  readonly transaction: Transaction;
  readonly files: readonly SentFile[];
  /** Whether there is a place for the signature. */
  readonly isPlaced: boolean;
  /** Whether the document can be filled in and signed without another question. */
  readonly isReady: boolean;
}

const meOf = ({ email, phone, firstName, lastName }: AlonePreparation['profile']): RecipientInput => ({ email, phone, firstName, lastName });

/** Makes the sender the only signer, unless somebody else was added already. */
async function withMe({ transaction, dispatch }: AlonePreparation, me: RecipientInput): Promise<Transaction> {
  const { id, version, recipients } = transaction;
  return recipients.length > 0 ? transaction : dispatch(updateTransaction({ id, recipients: [me], version })).unwrap();
}

/** Finds the fields of one document, gives them to the sender and stores them. */
async function prepareFile(meta: FileMeta, preparation: AlonePreparation, me: RecipientInput): Promise<SentFile> {
  const { dispatch, signal } = preparation;
  // A page is filled in as a whole, by its owner, and nothing in it is for a signer.
  if (isPage(meta)) return { id: meta.id, title: meta.title, fields: meta.attributes.fields, isPage: true, ruleInputs: new Map() };
  const fields = assigned(await findFields(meta, preparation), fieldRecipientOf(me));
  signal.throwIfAborted();
  const { id, title, metaVersion } = meta;
  await dispatch(updateFile({ id, attributes: { fields }, metaVersion })).unwrap();
  return { id, title, fields, ruleInputs: await ruleInputsOf(fields) };
}

/** Prepares a draft for a sender who signs alone. It can be done again: what was stored before is kept. */
export async function prepareAlone(preparation: AlonePreparation): Promise<PreparedAlone> {
  const me = meOf(preparation.profile);
  const transaction = await withMe(preparation, me);
  const files: SentFile[] = [];
  for (const [index, meta] of preparation.files.entries()) {
    const onProgress = (share: number): void => preparation.onProgress((index + share) / preparation.files.length);
    files.push(await prepareFile(meta, { ...preparation, onProgress }, me));
  }
  const { recipients, options, name } = transaction;
  const isMine = recipients.every((each) => sameContact(each, me));
  const hasPage = files.some((file) => file.isPage);
  const isPlaced = hasPage || files.some(({ fields }) => fields.some((field) => field.type === 'signature' && belongsTo(field, me)));
  const { problems } = reviewDraft(name, files, recipients);
  return { transaction, files, isPlaced, isReady: isMine && isPlaced && !hasPage && problems.length === 0 && !options.requirePasswordProtection && !options.allowBulkUsage };
}
