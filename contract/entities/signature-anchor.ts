/**
 * Determines which field of a file carries the digital signature of each recipient, and its name.
 *
 * When a transaction starts, every field becomes a widget in one appended revision, so that later signers only fill. The web
 * application places what `preparedFields` returns; the server computes the same list and rejects anything else. Both must get the
 * same result from the same metadata, so nothing here depends on time, key order or the document.
 */
import { availableTo, belongsTo, fillableBy, isSigned, sortFields } from '#contract/entities/field-list.ts';
import { createField, type Field } from '#contract/entities/field.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { canonicalEmail, type Contact } from '#contract/entities/common.ts';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { isSigner, type Participation } from '#contract/entities/recipient.ts';
import { joinName } from '#contract/person-names.ts';

export interface AnchorRecipient extends Contact {
  id: string;
  role?: string | null | undefined;
  removed?: boolean | undefined;
  participation?: Participation | undefined;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}

export interface SignatureAnchor {
  recipientId: string;
  /** The field that shows the signature; null if it is invisible. */
  fieldId: string | null;
  /** Name of the signature field in the document. */
  fieldName: string;
}

export interface PlaceField {
  field: Field;
  /** True: a signature field. False: any other widget. */
  asSignature: boolean;
}

/** The name of a recipient's signature field, in every file of the transaction. */
export const anchorName = (recipientId: string): string => `signature-${recipientId}`;

/** Those who sign. Nobody else has a signature field, or fills in anything. */
const signers = (recipients: readonly AnchorRecipient[]): AnchorRecipient[] =>
  recipients.filter((each) => !each.removed && isSigner(each));

/** Assigns each recipient their first signature field in reading order; without one, the signature is invisible. */
export function signatureAnchors(fields: readonly Field[], recipients: readonly AnchorRecipient[]): SignatureAnchor[] {
  const candidates = sortFields(fields.filter((each) => each.type === 'signature' && !isSigned(each)));
  const taken = new Set<string>();
  return signers(recipients).map((recipient) => {
    const own = candidates.find((each) => !taken.has(each.id) && belongsTo(each, recipient));
    const visible = own ?? (signers(recipients).length === 1
      ? candidates.find((each) => !taken.has(each.id) && availableTo(each, recipient))
      : undefined);
    if (visible) taken.add(visible.id);
    return { recipientId: recipient.id, fieldId: visible?.id ?? null, fieldName: nameOf(visible, recipient) };
  });
}

/** A signature field that the document already had keeps its name. */
function nameOf(anchor: Field | undefined, recipient: AnchorRecipient): string {
  return anchor?.pdfFieldId ? anchor.fieldName : anchorName(recipient.id);
}

/** The accessible name of a signature field: the recipient. Needs no translation, because PDF readers announce the type themselves. */
function nameOfPerson({ firstName, lastName, email, phone, role }: AnchorRecipient): string | null {
  const name = joinName(firstName, lastName).trim();
  return [name, email, phone, role].find(Boolean)?.slice(0, lengths.fieldTooltip) ?? null;
}

function invisibleAnchor(anchor: SignatureAnchor, recipient: AnchorRecipient | undefined): Field {
  return createField({
    id: anchor.fieldName,
    type: 'signature',
    page: 1,
    rect: { x: 0, y: 0, width: 0, height: 0 },
    fieldName: anchor.fieldName,
    tooltip: recipient ? nameOfPerson(recipient) : null,
    required: true,
  });
}

/** The field as it is placed: without an unsigned image and without editor state. */
function placed(field: Field, fieldName: string): Field {
  const keepsValue = typeof field.value === 'string' || typeof field.value === 'boolean';
  const changed = field.pdfFieldId !== null && field.changed;
  return { ...field, fieldName, value: keepsValue ? field.value : null, mode: 'normal', changed };
}

/**
 * Returns everything to place into a file when its transaction starts, in order. Fields the document already had are included;
 * they keep their position and take over changed properties.
 */
export function preparedFields(fields: readonly Field[], recipients: readonly AnchorRecipient[]): PlaceField[] {
  const anchors = signatureAnchors(fields, recipients);
  const anchorOf = new Map(anchors.flatMap((each) => (each.fieldId ? [[each.fieldId, each] as const] : [])));
  const visible = sortFields(fields)
    .filter((each) => !isSigned(each))
    .map((each) => {
      const anchor = anchorOf.get(each.id);
      return { field: placed(each, anchor?.fieldName ?? each.fieldName), asSignature: anchor !== undefined };
    });
  const invisible = anchors
    .filter((each) => each.fieldId === null)
    .map((each) => ({ field: invisibleAnchor(each, recipients.find(({ id }) => id === each.recipientId)), asSignature: true }));
  return [...visible, ...invisible];
}

/** The buttons of a group may be one field in the document, named after the group. */
const groupOf = ({ type, group }: Field): string[] => ((type === 'radio' || type === 'checkmark') && group ? [group] : []);

/** Names of the document's fields that a recipient may fill, excluding their own signature field. */
export function fillableNames(fields: readonly Field[], recipients: readonly AnchorRecipient[], recipientId: string): string[] {
  const recipient = signers(recipients).find((each) => each.id === recipientId);
  if (!recipient) return [];
  const anchored = new Set(signatureAnchors(fields, recipients).map((each) => each.fieldId));
  const names = fields
    .filter((each) => !anchored.has(each.id) && fillableBy(each, recipient))
    .flatMap((each) => [each.fieldName, ...groupOf(each)]);
  return [...new Set(names)];
}

const ownerOf = ({ recipient }: Field): unknown[] => {
  const { email, phone, role } = recipient ?? {};
  return [email ? canonicalEmail(email) : null, phone ? canonicalPhone(phone) : null, role ?? null];
};

/** Names that occur with more than one owner. */
function ambiguous(names: Iterable<readonly [string, unknown]>): string[] {
  const owners = new Map<string, string>();
  const shared = new Set<string>();
  for (const [name, of] of names) {
    const owner = JSON.stringify(of);
    if ((owners.get(name) ?? owner) !== owner) shared.add(name);
    owners.set(name, owner);
  }
  return [...shared];
}

/**
 * Names used by fields of different recipients, which would let one fill the other's field, and names of formulas that don't mean
 * one field. Such a file can't be sent.
 */
export function sharedNames(fields: readonly Field[]): string[] {
  const names = fields.map((each) => [groupOf(each)[0] ?? each.fieldName, ownerOf(each)] as const);
  const labels = fields.flatMap((each) => (each.dataLabel ? [[each.dataLabel, [...ownerOf(each), each.type, each.type === 'radio' ? each.group : null]] as const] : []));
  return [...new Set([...ambiguous(names), ...ambiguous(labels)])];
}
