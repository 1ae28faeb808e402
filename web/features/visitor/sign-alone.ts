import type { Field } from '#contract/entities/field.ts';
import type { PlaceField } from '#contract/entities/signature-anchor.ts';
import { withFieldLabels } from '#web/entities/field/field-findings.ts';
import { anchorPicture, mergeValues, pictureBytes } from '#web/entities/field/merge-values.ts';
import { isSigned, sortFields } from '#contract/entities/field-list.ts';
import { appended } from '#web/services/engine/core/engine.service.ts';
import { placeFields } from '#web/services/signing/place-locally.service.ts';
import { signFile } from '#web/services/signing/sign-file.service.ts';
import { selfSignedKey } from '#web/services/signing/signing-key.service.ts';

interface LocalSignOptions {
  readonly body: Blob;
  readonly password?: string | undefined;
  readonly fields: readonly Field[];
  /** The fields as the document shows them. */
  readonly before: readonly Field[];
  readonly name: string;
}

/** Returns the field for the signature: the first unsigned signature field with a picture; null for an invisible signature. */
export function anchorOf(fields: readonly Field[]): Field | null {
  const signatures = sortFields(fields.filter((field) => field.type === 'signature' && !isSigned(field)));
  return signatures.find((field) => anchorPicture([field], field.fieldName)) ?? signatures[0] ?? null;
}

/** Returns the fields that are not in the document yet, as widgets without values. */
export function newFields(fields: readonly Field[], anchor: Field | null): PlaceField[] {
  return fields
    .filter((field) => field.pdfFieldId === null)
    .map((field) => {
      const plain = typeof field.value === 'string' || typeof field.value === 'boolean';
      const empty = plain && typeof field.value === 'boolean' ? false : null;
      return { field: { ...field, value: empty, mode: 'normal', changed: false }, asSignature: field.id === anchor?.id };
    });
}

/** Places, fills and signs with a certificate created in the browser. Sends no data. */
export function signAlone(options: LocalSignOptions): Promise<Blob> {
  return fillAndSign(options).catch((error: unknown) => {
    throw withFieldLabels(error, options.fields);
  });
}

async function fillAndSign(options: LocalSignOptions): Promise<Blob> {
  const { body, password, fields, before, name } = options;
  const anchor = anchorOf(fields);
  const placed = newFields(fields, anchor);
  const base = placed.length > 0 ? appended(body, await placeFields(body, placed, password)) : body;
  const url = anchor ? anchorPicture([anchor], anchor.fieldName) : null;
  const key = await selfSignedKey(name);
  const tail = await signFile(
    {
      file: base,
      password,
      field: anchor ? anchor.fieldName : { name: `signature-${crypto.randomUUID()}` },
      values: mergeValues(fields, before, anchor?.fieldName ?? null),
      picture: url ? await pictureBytes(url) : null,
      at: new Date(),
      // There is no server to issue a time stamp.
      stamp: null,
    },
    key,
    () => undefined,
  );
  return appended(base, { bytes: tail });
}
