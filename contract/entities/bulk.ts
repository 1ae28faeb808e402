/** A bulk send: one template or transaction sent to many people, each with a transaction of their own (document 1 §3 and §4). */
import { z } from 'zod';
import { email, isoTime, objectId } from '#contract/entities/common.ts';
import { listValues } from '#contract/entities/list-values.ts';
import { personView, transactionName } from '#contract/entities/transaction.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

const name = z.string().trim().max(lengths.fullName).nullable().default(null);
const bulkPerson = z.object({ email, firstName: name, lastName: name });
/** `values`: what the list fills in for this person, by the names of the fields. */
const bulkRecipient = bulkPerson.extend({ values: listValues.default({}) });
export type BulkRecipient = z.output<typeof bulkRecipient>;

export const bulkSources = ['template', 'transaction'] as const;
export const bulkJobs = ['bulk_send', 'bulk_delete'] as const;
export const bulkJobStatuses = ['pending', 'resolved', 'rejected', 'canceled'] as const;
export const bulkRecipientStatuses = ['waiting', 'sent', 'completed', 'failed', 'canceled'] as const;

export const bulkCreate = z.object({
  id: objectId.optional(),
  name: transactionName.optional(),
  sourceType: z.enum(bulkSources),
  sourceId: objectId,
  recipients: z.array(bulkRecipient).min(1).max(counts.bulkRecipients),
});
export type BulkCreate = z.output<typeof bulkCreate>;

export const bulkUpdate = z.object({ name: transactionName });

export const bulk = z.object({
  id: objectId,
  name: z.string(),
  status: z.enum(['pending', 'completed']),
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  job: z.object({ status: z.enum(bulkJobStatuses), type: z.enum(bulkJobs) }).nullable(),
  ownerId: objectId,
  owner: personView,
  orgId: objectId.nullable(),
  recipients: z.array(bulkPerson.extend({
    status: z.enum(bulkRecipientStatuses),
    transactionId: objectId.nullable(),
    /** Why nothing was sent: an error code. */
    error: z.string().nullable(),
  })),
  sharedWith: z.array(objectId),
  removed: z.boolean(),
  sourceType: z.enum(bulkSources),
  sourceId: objectId,
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Bulk = z.output<typeof bulk>;

/** A bulk in lists, without its recipients. */
export const bulkSummary = bulk.omit({ recipients: true });
