/** File metadata. Bodies are stored separately, one per version (document 1 §3). */
import { z } from 'zod';
import { labelsOfEntry } from '#contract/entities/label.ts';
import { archived, isoTime, objectId, titleText } from '#contract/entities/common.ts';
import { isDay } from '#contract/entities/dates.ts';
import { field, type Field } from '#contract/entities/field.ts';
import { duplicateFieldIds } from '#contract/entities/field-list.ts';
import { errorTexts } from '#contract/errors.ts';
import { counts } from '#contract/limits/counts.ts';

/** Types that the product works on; other types are converted first. */
export const bodyMimeTypes = { 'application/pdf': 'pdf', 'application/xhtml+xml': 'xhtml' } as const;
export type BodyMimeType = keyof typeof bodyMimeTypes;

/** Types that can be converted to PDF, with their extensions (document 2 §5.4). */
export const sourceMimeTypes = {
  'application/msword': 'doc',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.ms-powerpoint': 'ppt',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'pptx',
  'application/vnd.ms-excel': 'xls',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/postscript': 'ps',
  'text/plain': 'txt',
  'text/csv': 'csv',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/bmp': 'bmp',
  'image/tiff': 'tiff',
  'image/webp': 'webp',
  'image/vnd.adobe.photoshop': 'psd',
} as const;
export type SourceMimeType = keyof typeof sourceMimeTypes;
export type FileMimeType = BodyMimeType | SourceMimeType;

const extensions = [...Object.values(bodyMimeTypes), ...Object.values(sourceMimeTypes)];
type FileExtension = (typeof extensions)[number];
export const extensionOf = (mime: string): FileExtension => ({ ...bodyMimeTypes, ...sourceMimeTypes })[mime as FileMimeType] ?? 'pdf';
/** Whether it is an XHTML page: it stays as it is, and signatures are kept beside it. */
export const isPage = ({ ext }: { ext: string }): boolean => ext === bodyMimeTypes['application/xhtml+xml'];

/** "Letter.PDF" is saved as "Letter.pdf", not as "Letter.PDF.pdf". */
export function nameOfBody(title: string, mime: string): string {
  const extension = extensionOf(mime);
  return `${withoutExtension(title, extension)}.${extension}`;
}

export const withoutExtension = (title: string, extension: string): string =>
  title.toLowerCase().endsWith(`.${extension}`) ? title.slice(0, -extension.length - 1) : title;

export const isSourceMime = (mime: string): mime is SourceMimeType => Object.hasOwn(sourceMimeTypes, mime);

/** Types that may be uploaded: those the product works on and those it converts. */
export const fileMimeType = z.enum([...Object.keys(bodyMimeTypes), ...Object.keys(sourceMimeTypes)] as [FileMimeType, ...FileMimeType[]]);
export const bodyMimeType = z.enum(['application/pdf', 'application/xhtml+xml']);

/** Checked here and not in `field`, so that older stored values can still be read. */
const hasRealDay = ({ type, value, dateFormat }: Field): boolean => type !== 'date' || typeof value !== 'string' || isDay(value, dateFormat);

const fileFields = z
  .array(field)
  .max(counts.fieldsPerFile)
  .refine((fields) => duplicateFieldIds(fields).length === 0, errorTexts.fieldIdDuplication)
  .superRefine((fields, context) => {
    for (const [index, each] of fields.entries()) {
      if (!hasRealDay(each)) context.addIssue({ code: 'custom', path: [index, 'value'], message: 'The calendar has no such day' });
    }
  });

const title = titleText;

export const fileCreate = z.object({
  id: objectId.optional(),
  public: z.boolean().default(false),
  bodyRef: z.string().min(1).max(128),
  attributes: z.object({ title, fields: fileFields.default([]) }),
});
export type FileCreate = z.output<typeof fileCreate>;

export const fileUpdate = z.object({
  public: z.boolean().optional(),
  attributes: z.object({ title: title.optional(), fields: fileFields.optional() }).default({}),
  /** The metaVersion that the change is based on; `conflict` if it is outdated. */
  metaVersion: z.number().int().optional(),
});
export type FileUpdate = z.output<typeof fileUpdate>;

/** A file in lists, without its fields. */
export const fileSummary = z.object({
  id: objectId,
  /** `pdf` or `xhtml`; the original extension until the file is converted. */
  ext: z.enum(extensions as [FileExtension, ...FileExtension[]]),
  /** The type before conversion. */
  sourceMime: z.string(),
  convert: z.enum(['pending', 'resolved', 'rejected']).nullable().default(null),
  bodyRef: z.string(),
  size: z.number().int(),
  /** SHA-256 of the current body, hexadecimal. */
  hash: z.string(),
  public: z.boolean(),
  /** Version of the body, from 1. */
  version: z.number().int(),
  /** Version of the metadata. */
  metaVersion: z.number().int(),
  ownerId: objectId,
  orgId: objectId.nullable().default(null),
  sharedWith: z.array(objectId).default([]),
  changeOwnerAllowed: z.boolean().default(false),
  /** Whether the owner may still rename it: it was never sent. */
  renameAllowed: z.boolean().default(false),
  title: z.string(),
  type: z.enum(['document', 'audit']).default('document'),
  relatedToTransactions: z.array(objectId).default([]),
  archived,
  ...labelsOfEntry,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type FileSummary = z.output<typeof fileSummary>;

export const fileMeta = fileSummary.extend({
  attributes: z.object({
    title: z.string(),
    type: z.enum(['document', 'audit']),
    fields: z.array(field),
    signaturesCache: z.array(z.object({ id: z.string(), userId: objectId.nullable(), transactionId: objectId })).default([]),
    relatedToTransactions: z.array(objectId).default([]),
    relatedToTemplates: z.array(objectId).default([]),
  }),
});
export type FileMeta = z.output<typeof fileMeta>;

/** A signature that is kept beside a file: the CMS of a detached signature (CAdES) over the body with this version. */
export const detachedSignature = z.object({
  id: z.string(),
  version: z.number().int(),
  /** Holder of the certificate, as it names them. */
  signer: z.string().nullable(),
  signedAt: isoTime,
  /** DER in base64. */
  cms: z.base64(),
});
export type DetachedSignature = z.output<typeof detachedSignature>;
export const detachedSignatureMime = 'application/pkcs7-signature';

/** "Lease.xhtml", signed by Ada: "Lease.xhtml.Ada.p7s". Of several by people of one name, `number` (from 1) tells them apart. */
function nameOfSignature(fileName: string, signer: string | null, number = 1): string {
  const name = (signer ?? '').normalize().replaceAll(/[\p{C}\p{Z}\\/:*?"<>|.]+/gu, ' ').trim().slice(0, 60).trim();
  return [fileName, ...(name === '' ? [] : [name]), ...(number > 1 || name === '' ? [number] : []), 'p7s'].join('.');
}

/** Names the signatures of a file, each with a name of its own. */
export function namedSignatures<Signature extends Pick<DetachedSignature, 'signer'>>(fileName: string, signatures: readonly Signature[]): { name: string; signature: Signature }[] {
  const taken = new Map<string, number>();
  return signatures.map((signature) => {
    const plain = nameOfSignature(fileName, signature.signer).toLowerCase();
    const number = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, number);
    return { name: nameOfSignature(fileName, signature.signer, number), signature };
  });
}

export const fileCounters = z.object({ all: z.number().int(), sharedWithMe: z.number().int(), archived: z.number().int().default(0) });
export type FileCounters = z.output<typeof fileCounters>;

export const fileEvents = ['file_print', 'file_download', 'file_constented_use_esignatures'] as const;
