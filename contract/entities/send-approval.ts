/** Approval before sending: requests of an organization's members go out only when somebody of the organization agrees (docs/decisions/0077). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';

/** Whose requests need approval: nobody's, those of members who don't administer the organization, or everybody's. */
export const sendApprovalScopes = ['off', 'members', 'everybody'] as const;
export const sendApproverKinds = ['administrators', 'members', 'team'] as const;

export const sendApprovalSettings = z.object({
  required: z.enum(sendApprovalScopes).default('off'),
  approvers: z.enum(sendApproverKinds).default('administrators'),
  memberIds: z.array(objectId).max(150).default([]),
  teamId: objectId.nullable().default(null),
});
export type SendApprovalSettings = z.output<typeof sendApprovalSettings>;

export const noSendApproval: SendApprovalSettings = sendApprovalSettings.parse({});

const person = z.object({ id: objectId, email: z.string().nullable(), firstName: z.string().nullable(), lastName: z.string().nullable() });

/** Of a draft: that it waits for approval, or that it was returned. */
export const sendApproval = z.object({
  status: z.enum(['waiting', 'returned']),
  requestedBy: person,
  requestedAt: isoTime,
  /** Those who may approve it now; only while it waits. */
  approvers: z.array(person).default([]),
  decidedBy: person.nullable().default(null),
  decidedAt: isoTime.nullable().default(null),
  reason: z.string().nullable().default(null),
});
export type SendApproval = z.output<typeof sendApproval>;

export const returnReason = z.string().trim().max(lengths.reason);

/** A member of the organization, as far as the rules need it. */
interface Approvable {
  id: string;
  /** Owners and admins. */
  isAdministrator: boolean;
  inTeam: boolean;
}

/** Whether what this member sends needs approval. */
export const needsSendApproval = ({ required }: SendApprovalSettings, isAdministrator: boolean): boolean =>
  required === 'everybody' || (required === 'members' && !isAdministrator);

/** Those who approve. If nobody of those chosen is left, administrators do, so that no request waits for nobody. */
export function sendApproversOf<Person extends Approvable>({ required, approvers, memberIds }: SendApprovalSettings, members: readonly Person[]): Person[] {
  if (required === 'off') return [];
  const chosen = members.filter(({ id, inTeam }) => (approvers === 'members' ? memberIds.includes(id) : approvers === 'team' && inTeam));
  return chosen.length > 0 ? chosen : members.filter(({ isAdministrator }) => isAdministrator);
}
