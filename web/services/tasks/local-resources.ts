/** Resources that exist only here, in the shape in which the server would answer. */
import type { OutputOf } from '#contract/calls/calls.ts';
import { deriveType, transaction, transactionOptions, type OptionsInput } from '#contract/entities/transaction.ts';
import { extensionOf, fileMeta, type FileMeta, type FileMimeType } from '#contract/entities/file.ts';
import type { Field } from '#contract/entities/field.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { template, type Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { newObjectId } from '../object-id.ts';
import type { Task } from './task-store.ts';

/** A document as it is to be created. */
export interface LocalFile {
  readonly id: string;
  readonly mimeType: FileMimeType;
  readonly size: number;
  /** SHA-256, in hexadecimal. */
  readonly hash: string;
  readonly title: string;
  readonly fields: Field[];
}

export const localFileOf = ({ input }: Pick<Task, 'input'>): LocalFile => input.body as LocalFile;

const timeOf = ({ createdAt }: Task): string => new Date(createdAt).toISOString();

export const fileFrom = (task: Task): FileMeta => {
  const { id, mimeType, size, hash, title, fields } = localFileOf(task);
  const at = timeOf(task);
  return fileMeta.parse({
    id, ext: extensionOf(mimeType), sourceMime: mimeType, bodyRef: '', size, hash, public: false, version: 1, metaVersion: 1, ownerId: task.userId, orgId: task.orgId, renameAllowed: true,
    title, archived: false, createdAt: at, updatedAt: at, attributes: { title, type: 'document', fields },
  });
};

/** The address of a document that is only here has nothing behind it: its bytes come from the store of tasks. */
export const downloadFrom = (task: Task): OutputOf<'files.downloadUrl'> => {
  const { size, hash } = localFileOf(task);
  return { url: '', version: 1, hash, size };
};

export interface UnitBody {
  readonly id: string;
  readonly name?: string;
  readonly fileIds?: readonly string[];
  readonly recipients?: readonly RecipientInput[];
  readonly options?: Partial<OptionsInput>;
}

type Owner = Pick<Profile, 'id' | 'email' | 'firstName' | 'lastName' | 'phone' | 'featureFlags'>;

/** People get their ids here, so that those of the server are the same. */
export const withIds = (people: readonly RecipientInput[] = []): (RecipientInput & { id: string })[] => people.map((each) => ({ ...each, id: each.id ?? newObjectId() }));

const ownerView = ({ id, email, firstName, lastName }: Owner) => ({ id, email, firstName, lastName });

/** What a new request and a new template have in common. */
const commonOf = (task: Task, owner: Owner) => {
  const body = task.input.body as UnitBody;
  const at = timeOf(task);
  return {
    cc: [], message: {}, public: false, sharedWith: [], ...body, name: body.name ?? task.title, status: 'created', ownerId: task.userId, owner: ownerView(owner), orgId: task.orgId, version: 1,
    archived: false, createdAt: at, updatedAt: at, recipients: withIds(body.recipients),
    options: transactionOptions.parse({ includeFileAudit: owner.featureFlags.allowAuditTrail, ...body.options }),
  };
};

export const transactionFrom = (task: Task, owner: Owner): Transaction => {
  const common = commonOf(task, owner);
  return transaction.parse({ expiresAt: null, ...common, type: deriveType(owner, []), attributes: {}, requireRecipientValidation: { id_card: false, passport: false, selfie: false, requireThirdPartyVerification: false } });
};

export const templateFrom = (task: Task, owner: Owner): Template => template.parse({ ...commonOf(task, owner), attributes: { relatedToTransactions: [] } });
