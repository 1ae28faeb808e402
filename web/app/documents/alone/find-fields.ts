import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Feature } from '#contract/permissions/plan.permissions.ts';
import { withDayForm } from '#web/entities/field/day-forms.ts';
import { detectedField } from '#web/entities/field/detected-field.ts';
import { joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import { fieldInPlan } from '#web/entities/plan/fields-in-plan.ts';
import { fetchBody } from '#web/services/api/bodies.ts';
import { toAppError } from '#web/services/app-error.ts';
import { knownPassword } from '#web/services/documents/document-password.ts';
import { detectFields } from '#web/services/engine/core/detection.service.ts';
import { readNamedFields } from '#web/services/engine/core/file-fields.service.ts';

export interface FindOptions {
  readonly signal: AbortSignal;
  /** Plan features. */
  readonly includes: (feature: Feature) => boolean;
  readonly allowPhoneCapture: boolean;
  /** Date format of the person. */
  readonly dayForm: string;
  onProgress(share: number): void;
}

/** The fields of a document: those that it has, or else those that are detected in it. */
async function fieldsIn(meta: FileMeta, options: FindOptions): Promise<Field[]> {
  const { signal, allowPhoneCapture } = options;
  const { body } = await fetchBody(meta.id, { version: meta.version, signal });
  const inFile = await readNamedFields(body, knownPassword());
  const known = (await joinFieldsInSlices(meta.attributes.fields, inFile, signal, allowPhoneCapture)) ?? [];
  return known.length > 0 || signal.aborted ? known : detectedIn(body, options);
}

async function detectedIn(body: Blob, { signal, includes, allowPhoneCapture, dayForm, onProgress }: FindOptions): Promise<Field[]> {
  const found: Field[] = [];
  const accept = (field: Field, page: number): Field => withDayForm(fieldInPlan(detectedField(field, page, allowPhoneCapture), includes), dayForm);
  const password = knownPassword();
  await detectFields(body, {
    ...(password ? { password } : {}),
    signal,
    longest: counts.formPages,
    onPage: (page, fields, { done, total }) => {
      found.push(...fields.map((field) => accept(field, page)));
      onProgress(done / total);
    },
  });
  return found;
}

/** As `fieldsIn`; what can't be read keeps its fields, and the editor says why. */
export async function findFields(meta: FileMeta, options: FindOptions): Promise<Field[]> {
  const { fields } = meta.attributes;
  if (meta.ext !== 'pdf') return fields;
  try {
    return await fieldsIn(meta, options);
  } catch (error) {
    options.signal.throwIfAborted();
    console.warn('The fields of a document could not be found', toAppError(error).code);
    return fields;
  }
}
