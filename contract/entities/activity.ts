/** What was done in an organization, as its administrators see it. Of somebody who has not accepted an invitation, only the address. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';

export const activityKinds = [
  'sent', 'completed', 'declined', 'expired', 'canceled', 'approval_requested', 'approved', 'returned',
  'invited', 'joined', 'left', 'removed', 'admin_made', 'admin_canceled', 'team_created', 'team_changed', 'team_deleted', 'settings_changed',
] as const;
export type ActivityKind = (typeof activityKinds)[number];

const person = z.object({ id: objectId, email: z.string().nullable(), firstName: z.string().nullable(), lastName: z.string().nullable() });

export const activityEntry = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  at: isoTime,
  /** Whoever did it; null if the installation did, or if their account is gone. */
  actor: person.nullable(),
  /** Whether it was done by somebody whose account is gone. */
  actorGone: z.boolean(),
  /** The member concerned, or the sender of the request; null if that is the actor. */
  member: person.nullable(),
  /** The request that the entry is about, if any. The title is null for a reader who may not open it. */
  transaction: z.object({ id: objectId, title: z.string().nullable() }).nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityCursor = z.string().regex(/^\d{1,18}$/);

export const activityQuery = z.object({
  /** Limits the entries to those by or about this person. */
  userId: objectId.optional(),
  /** Like `userId`, for everybody who is in the team now. */
  teamId: objectId.optional(),
  kind: z.enum(activityKinds).optional(),
  exclusiveFrom: activityCursor.optional(),
});
