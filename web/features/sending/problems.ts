import type { Field } from '#contract/entities/field.ts';
import { belongsTo, isRecipientSet } from '#contract/entities/field-list.ts';
import { isSigner, type Recipient } from '#contract/entities/recipient.ts';
import type { Contact } from '#contract/entities/common.ts';
import { fieldsWithLateInputs, type RuleInputs } from '#contract/entities/rule-inputs.ts';
import { sharedNames } from '#contract/entities/signature-anchor.ts';

export interface SentFile {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly ruleInputs: RuleInputs;
  /** Whether it is an XHTML page. */
  readonly isPage?: boolean;
}

export type SendProblem =
  | { readonly code: 'no_files' }
  | { readonly code: 'no_recipients' }
  | { readonly code: 'no_signers' }
  | { readonly code: 'no_title' }
  | { readonly code: 'stray_fields'; readonly file: string; readonly fileId: string; readonly fieldIds: string[] }
  | { readonly code: 'late_inputs'; readonly file: string; readonly fileId: string; readonly fieldIds: string[]; readonly names: string[] }
  | { readonly code: 'shared_names'; readonly file: string; readonly fileId: string; readonly names: string[] };

export interface SendNotes {
  /** Problems that prevent sending. */
  readonly problems: SendProblem[];
  /** Signers without fields, who only sign. */
  readonly withoutFields: Contact[];
}

const nameOf = ({ dataLabel, tooltip, fieldName }: Field): string => dataLabel ?? tooltip ?? fieldName;

/** Validates everything that would be sent; collects all problems, not only the first. */
export function reviewDraft(
  title: string,
  files: readonly SentFile[],
  recipients: readonly (Pick<Recipient, 'email' | 'phone' | 'role'> & Partial<Pick<Recipient, 'removed' | 'signingOrder' | 'participation'>>)[],
): SendNotes {
  const problems: SendProblem[] = [];
  if (files.length === 0) problems.push({ code: 'no_files' });
  if (recipients.length === 0) problems.push({ code: 'no_recipients' });
  const signers = recipients.filter(isSigner);
  if (recipients.length > 0 && signers.length === 0) problems.push({ code: 'no_signers' });
  if (title.trim() === '') problems.push({ code: 'no_title' });
  for (const file of files) {
    const stray = file.fields.filter(
      (field) => isRecipientSet(field.recipient) && !signers.some((each) => belongsTo(field, each)),
    );
    if (stray.length > 0) problems.push({ code: 'stray_fields', file: file.title, fileId: file.id, fieldIds: stray.map(({ id }) => id) });
    const names = sharedNames(file.fields);
    if (names.length > 0) problems.push({ code: 'shared_names', file: file.title, fileId: file.id, names });
    const late = fieldsWithLateInputs(file.fields, recipients, file.ruleInputs);
    if (late.length > 0) problems.push({ code: 'late_inputs', file: file.title, fileId: file.id, fieldIds: late.map(({ id }) => id), names: late.map(nameOf) });
  }
  const fields = files.flatMap((file) => file.fields);
  const withoutFields = signers.filter((each) => !fields.some((field) => belongsTo(field, each)));
  return { problems, withoutFields };
}

/** Returns the number of a recipient's fields in all documents. */
export const fieldsOf = (files: readonly Pick<SentFile, 'fields'>[], recipient: Pick<Recipient, 'email' | 'phone' | 'role'>): number =>
  files.reduce((total, { fields }) => total + fields.filter((field) => belongsTo(field, recipient)).length, 0);
