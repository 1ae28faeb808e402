/** Files that a signer is asked to attach, and those attached. They are kept beside the documents, not in them (0076). */
import { z } from 'zod';
import { isoTime, titleText } from '#contract/entities/common.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

/** Types that every browser shows, and that hold no macros. */
export const attachmentMimes = ['application/pdf', 'image/jpeg', 'image/png'] as const;
export type AttachmentMime = (typeof attachmentMimes)[number];

export const isAttachmentMime = (mime: string): mime is AttachmentMime => (attachmentMimes as readonly string[]).includes(mime);

const attachmentRequestId = z.string().min(1).max(64);

/** What the sender asks for. */
export const attachmentRequest = z.object({
  id: attachmentRequestId,
  label: titleText.max(lengths.attachmentLabel),
  help: z.string().max(lengths.helpText).default(''),
  /** Whether nothing can be signed without it. */
  required: z.boolean().default(true),
});
export type AttachmentRequest = z.output<typeof attachmentRequest>;

export const attachmentRequests = z.array(attachmentRequest).max(counts.attachments)
  .refine((requests) => new Set(requests.map(({ id }) => id)).size === requests.length, 'Each request has an id of its own');

/** A file in answer to a request. */
export const attachedFile = z.object({
  requestId: attachmentRequestId,
  name: z.string(),
  mime: z.string(),
  size: z.number().int(),
  /** SHA-256 of the file, which the history has too. */
  hash: z.string(),
  createdAt: isoTime,
});
export type AttachedFile = z.output<typeof attachedFile>;

/** Requests that have to be answered before the signature, and are not. */
export const missingAttachments = <Request extends { id: string; required?: boolean | undefined }>(requests: readonly Request[], attached: readonly { requestId: string }[]): Request[] =>
  requests.filter(({ id, required = true }) => required && !attached.some(({ requestId }) => requestId === id));
