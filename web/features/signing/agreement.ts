/** What somebody agrees to when they press Sign, so that a signing that goes on later signs that and nothing else. */
import { availableTo, fillsItself } from '#contract/entities/field-list.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { toBase64 } from '#web/services/signing/base64.ts';
import type { Agreed } from '#web/services/signing/signing-draft.service.ts';
import type { SigningFile } from './signing.slice.ts';

type AgreedFile = Pick<SigningFile, 'id' | 'fields'> & { readonly version: number };

/** The version that was read, and a hash of what the signer wrote. Dates and results that fill themselves may change until they sign. */
async function contentOf({ id, version, fields }: AgreedFile, signer: Recipient): Promise<string> {
  const written = fields.filter((field) => availableTo(field, signer) && !fillsItself(field)).map((field) => [field.id, field.value]);
  return `${id}/${version}/${toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(written)))))}`;
}

/** Of each document. */
export const agreedContent = (files: readonly AgreedFile[], signer: Recipient): Promise<string[]> => Promise.all(files.map((file) => contentOf(file, signer)));

/** Whether this signer had agreed to exactly what they would sign now. What they have signed already does not count. */
export async function isStillAgreed({ signerId, content }: Agreed, files: readonly AgreedFile[], signer: Recipient): Promise<boolean> {
  const left = files.filter(({ id }) => !signer.signedFileIds.includes(id) && !signer.waitingFileIds.includes(id));
  return signerId === signer.id && (await agreedContent(left, signer)).every((each) => content.includes(each));
}
