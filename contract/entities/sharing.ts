/** Sharing of a resource and requests for access (document 1 §3). The same shape for files, transactions and templates. */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const resourceKinds = ['file', 'transaction', 'template'] as const;
export type ResourceKind = (typeof resourceKinds)[number];

const sharingRoles = ['owner', 'viewer'] as const;

const participantTypes = ['user', 'team'] as const;

/** A person with access. The owner is always the first in a list. */
export const participant = z.object({
  id: objectId,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Display name: the name, or else the address. */
  name: z.string(),
  role: z.enum(sharingRoles),
  type: z.enum(participantTypes),
  isOwner: z.boolean(),
  /** Delivery status of the last message about the resource; null if none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
});
export type Participant = z.output<typeof participant>;

export const participants = z.object({ participants: z.array(participant) });

const name = z.string().max(lengths.fullName).nullable().default(null);

/** Whom to share with: an account by id, anyone by address, or the current members of a team. */
const newParticipant = z.object({
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
  /** A personal message of the owner for the mail. */
  message: z.string().trim().max(lengths.message).default(''),
});
export type ShareBody = z.output<typeof shareBody>;

export const stopSharingBody = z.object({ participants: z.array(objectId).min(1).max(counts.participants) });

export const changeOwnerBody = z.object({ userId: objectId, reason: z.string().trim().default('') });
export type ChangeOwnerBody = z.output<typeof changeOwnerBody>;

const accessStatuses = ['pending', 'accepted', 'rejected'] as const;
export type AccessStatus = (typeof accessStatuses)[number];

export const accessRequest = z.object({
  id: objectId,
  kind: z.enum(resourceKinds),
  resourceId: objectId,
  requestId: objectId,
  status: z.enum(accessStatuses),
  title: z.string(),
  /** The requester. */
  actor: participant.omit({ isOwner: true, role: true, delivery: true }).extend({ role: z.literal('viewer') }),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type AccessRequest = z.output<typeof accessRequest>;

/** For the owner: the pending requests. For anyone else: their own requests and the status of the newest. */
export const accessRequests = z.object({
  requests: z.array(accessRequest),
  status: z.enum(['none', ...accessStatuses]),
});
