/**
 * Live events. A message on the stream is JSON: `{ id, type, channel, resourceId, actorId, createdAt, data }`.
 * Events caused by the current user are ignored by the client, except those in `shownToTheirActor`.
 */
import { z } from 'zod';

export const apiEvents = [
  'transaction_signed_by_recipient', 'transaction_declined_by_recipient', 'transaction_canceled',
  'transaction_deleted', 'transaction_updated', 'transaction_reassigned', 'incoming_transaction',
  'transaction_completed', 'generate_audit', 'access_requested', 'access_request_accepted',
  'access_request_rejected', 'resource_sharing_stopped', 'resource_shared', 'if_validation_rejected',
  'if_validation_approved', 'bulk_job_end', 'bulk_sending_started', 'bulk_counter_changed', 'convert_to_pdf',
] as const;

export const accountEvents = ['invite_to_org'] as const;

export const eventTypes = [...apiEvents, ...accountEvents] as const;
export type EventType = (typeof eventTypes)[number];

export const shownToTheirActor: readonly EventType[] = ['transaction_completed', 'transaction_signed_by_recipient'];

export const liveEvent = z.object({
  id: z.string(),
  type: z.enum(eventTypes),
  resourceId: z.string(),
  actorId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  data: z.record(z.string(), z.unknown()).default({}),
});
/**
 * What a client gets in place of events that it missed, where they are more than it asked for (`mostMissed` in the address of the
 * stream): `{ id, type }`, with the id of the last of them. It fetches again what it shows.
 */
export const eventsMissed = 'events_missed';
export interface EventsMissed {
  id: string;
  type: typeof eventsMissed;
}
export type LiveEvent = z.infer<typeof liveEvent>;
