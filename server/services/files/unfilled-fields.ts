/** The fields of a file as the sender left them, before recipients filled them. */
import type { Field } from '#contract/entities/field.ts';
import { fillableBy, isSigned } from '#contract/entities/field-list.ts';
import { defaultValueOf } from '#contract/entities/field-rules.ts';
import type { ReplacedField } from '#server/platform/database/tables/documents.tables.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { FilledFields } from '#server/repositories/signings.repository.ts';

/** `filled`: of this file, newest signature first, so that what was there before the first one stays. */
export const unfilledFields = (fields: readonly Field[], filled: readonly Pick<FilledFields, 'recipient_id' | 'replaced_fields'>[], recipients: readonly RecipientRow[]): Field[] =>
  filled.reduce((left, { recipient_id: id, replaced_fields: replaced }) => (replaced ? restored(left, replaced) : emptied(left, recipients.find((each) => each.id === id))), [...fields])
    .map((field) => (isSigned(field) ? { ...field, value: defaultValueOf(field.type) } : field));

function restored(fields: readonly Field[], replaced: readonly ReplacedField[]): Field[] {
  const before = new Map(replaced.map((each) => [each.id, each]));
  return fields.map((field) => ({ ...field, ...before.get(field.id) }));
}

/** Of a signature from before replaced values were recorded: the sender's value is only known where nobody else could change it. */
const emptied = (fields: readonly Field[], signer: RecipientRow | undefined): Field[] =>
  fields.map((field) => (signer && fillableBy(field, signer) ? { ...field, value: defaultValueOf(field.type) } : field));
