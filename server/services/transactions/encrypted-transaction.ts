/** What an end-to-end encrypted transaction excludes: whatever the server would have to read, or would keep in plaintext (0085). */
import type { RecipientDraft } from '#contract/entities/recipient.ts';
import { signerRole } from '#contract/entities/recipient.ts';
import type { TransactionCreate } from '#contract/entities/transaction.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { readableLocale, textsOf } from '#server/platform/texts.ts';
import type { TransactionState } from './transaction-state.ts';

const texts = textsOf('server');

/** What mails, lists and histories say in place of a title. The same for all, in the sender's language. */
export const nameOfEncrypted = (locale: string | null, { locales }: Pick<Config, 'locales'>): string => texts[readableLocale(locale, locales)].encrypted.name;

type Checks = Readonly<Record<string, boolean>>;
const failing = (checks: Checks, prefix = ''): string[] => Object.keys(checks).filter((each) => checks[each]).map((each) => `body/${prefix}${each}`);

/** Texts and files that would reach the server in plaintext, and what it would have to do with the documents. */
const excludedOf = (recipient: RecipientDraft): Checks => ({
  email: recipient.email === null,
  role: recipient.role !== signerRole,
  type: recipient.type !== 'signer',
  participation: recipient.participation !== 'signer',
  inPerson: recipient.inPerson,
  signingOrder: recipient.signingOrder !== null,
  identityRequirements: recipient.identityRequirements.length > 0,
  identityRequireManualApproval: recipient.identityRequireManualApproval,
  privateMessage: recipient.privateMessage !== '',
  requireAccessCode: recipient.requireAccessCode,
  accessCodePhone: recipient.accessCodePhone !== null,
  attachments: recipient.attachments.length > 0,
});

/** Throws for anything in it that an encrypted transaction can't have. What is optional and left out is set to what it can have. */
export function asEncrypted(input: TransactionCreate): TransactionCreate {
  const { name, fileIds, cc, message, options, recipients } = input;
  const { includeFileAudit = false, ...others } = options;
  const excluded = [
    ...failing({ name: name !== undefined, fileIds: fileIds.length > 0, cc: cc.length > 0 }),
    ...failing({ title: message.title !== '', body: message.body !== '' }, 'message/'),
    ...failing({ ...others, includeFileAudit }, 'options/'),
    ...recipients.flatMap((each, index) => failing(excludedOf(each), `recipients/${index}/`)),
  ];
  if (excluded.length > 0) throw new AppError('end_to_end_encrypted', excluded.map((path) => ({ path })));
  return { ...input, message: { ...message, attachSignedFiles: false }, options: { ...options, includeFileAudit: false } };
}

/** For calls that every reader may make, and that need a document. */
export function assertNotEncrypted({ row }: TransactionState): void {
  if (row.end_to_end_encrypted) throw new AppError('end_to_end_encrypted');
}

export function assertEncrypted({ row }: TransactionState): void {
  if (!row.end_to_end_encrypted) throw new AppError('feature_not_supported');
}
