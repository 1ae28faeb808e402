import type { SignatureReport } from '@countersign/core';
import type { Field } from '#contract/entities/field.ts';
import { canFocus } from '#contract/entities/field-list.ts';

/** What can still be done with a signed document. */
export type Continuation = { readonly kind: 'open'; readonly places: number } | { readonly kind: 'forbidden' | 'nothing' };

const isEmpty = ({ value }: Field): boolean => value === null || value === '' || value === false;

/** Returns what a document still permits. A certification may forbid all changes, or new signature fields. */
export function continuationOf(fields: readonly Field[], reports: readonly Pick<SignatureReport, 'certified'>[]): Continuation {
  const open = fields.filter((field) => canFocus(field) && isEmpty(field));
  const certified = reports.flatMap((report) => report.certified ?? []);
  const hasPlace = open.some(({ type }) => type === 'signature');
  if (certified.includes(1) || (certified.length > 0 && !hasPlace)) return { kind: 'forbidden' };
  return open.length > 0 ? { kind: 'open', places: open.length } : { kind: 'nothing' };
}
