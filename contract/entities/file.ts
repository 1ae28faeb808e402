/** A file: its meta. The body is stored apart, every version of it (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { field } from '#contract/entities/field.ts';
import { duplicateFieldIds } from '#contract/entities/field-list.ts';
import { errorTexts } from '#contract/errors.ts';
import { counts, lengths } from '#contract/limits.ts';

/** What a body may be once it is on the server; anything else is converted first. */
export const bodyMimeTypes = { 'application/pdf': 'pdf', 'application/xhtml+xml': 'xhtml' } as const;
export type BodyMimeType = keyof typeof bodyMimeTypes;
export const bodyMimeType = z.enum(['application/pdf', 'application/xhtml+xml']);

export const fileFields = z
  .array(field)
  .max(counts.fieldsPerFile)
  .refine((fields) => duplicateFieldIds(fields).length === 0, errorTexts.fieldIdDuplication);

const title = z.string().trim().min(1).max(lengths.title);

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
  /** The metaVersion the change is based on; another one gives `conflict`. */
  metaVersion: z.number().int().optional(),
});
export type FileUpdate = z.output<typeof fileUpdate>;

/** What lists show: everything but the fields. */
export const fileSummary = z.object({
  id: objectId,
  ext: z.enum(['pdf', 'xhtml']),
  sourceMime: z.string(),
  bodyRef: z.string(),
  size: z.number().int(),
  /** SHA-256 of the current body, hexadecimal. */
  hash: z.string(),
  public: z.boolean(),
  /** Version of the body: 1 for the first. */
  version: z.number().int(),
  /** Version of the meta. */
  metaVersion: z.number().int(),
  ownerId: objectId,
  orgId: objectId.nullable().default(null),
  sharedWith: z.array(objectId).default([]),
  changeOwnerAllowed: z.boolean().default(false),
  title: z.string(),
  type: z.enum(['document', 'audit']).default('document'),
  relatedToTransactions: z.array(objectId).default([]),
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

export const fileCounters = z.object({ all: z.number().int(), sharedWithMe: z.number().int() });
export type FileCounters = z.output<typeof fileCounters>;

export const fileEvents = ['file_print', 'file_download', 'file_constented_use_esignatures'] as const;
