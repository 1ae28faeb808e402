/** Who else may look at a resource, and who asks to (document 1 §3). One shape for files, transactions and templates. */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { counts, lengths } from '#contract/limits.ts';

export const resourceKinds = ['file', 'transaction', 'template'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export const sharingRoles = ['owner', 'viewer'] as const;
export type SharingRole = (typeof sharingRoles)[number];

export const participantTypes = ['user', 'team'] as const;

/** Somebody a resource is shared with; the owner is always first among them. */
export const participant = z.object({
  id: objectId,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  avatar: z.string().nullable(),
  /** What to call them: their name, or else their address. */
  name: z.string(),
  role: z.enum(sharingRoles),
  type: z.enum(participantTypes),
  isOwner: z.boolean(),
  /** What became of the last message that told them of it; null where none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
});
export type Participant = z.output<typeof participant>;

export const participants = z.object({ participants: z.array(participant) });

const name = z.string().max(lengths.fullName).nullable().default(null);

/** Somebody to share with: an account by its id, anybody by an address, or everybody who is in a team now. */
export const newParticipant = z.object({
  type: z.enum(participantTypes).default('user'),
  id: objectId.optional(),
  email: z.union([email, z.null()]).default(null),
  phone: z.union([phone, z.null()]).default(null),
  firstName: name,
  lastName: name,
  locale: z.string().max(16).nullable().default(null),
});
export type NewParticipant = z.output<typeof newParticipant>;

export const shareBody = z.object({
  participants: z.array(newParticipant).min(1).max(counts.participants),
  /** Some words of the owner, for the mail. */
  message: z.string().trim().max(lengths.message).default(''),
});
export type ShareBody = z.output<typeof shareBody>;

export const stopSharingBody = z.object({ participants: z.array(objectId).min(1).max(counts.participants) });
export type StopSharingBody = z.output<typeof stopSharingBody>;

export const changeOwnerBody = z.object({ userId: objectId, reason: z.string().trim().default('') });
export type ChangeOwnerBody = z.output<typeof changeOwnerBody>;

export const accessStatuses = ['pending', 'accepted', 'rejected'] as const;
export type AccessStatus = (typeof accessStatuses)[number];

export const accessRequest = z.object({
  id: objectId,
  kind: z.enum(resourceKinds),
  resourceId: objectId,
  requestId: objectId,
  status: z.enum(accessStatuses),
  title: z.string(),
  /** Who asks. */
  actor: participant.omit({ isOwner: true, role: true, delivery: true }).extend({ role: z.literal('viewer') }),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type AccessRequest = z.output<typeof accessRequest>;

/** To the owner: what waits for an answer. To anybody else: their own requests, and how the newest one stands. */
export const accessRequests = z.object({
  requests: z.array(accessRequest),
  status: z.enum(['none', ...accessStatuses]),
});
