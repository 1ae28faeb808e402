/** People of a transaction: recipients, who sign in order, and cc entries, who get the result. */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { identityRequirements, identityValidationStatuses } from '#contract/entities/identity-check.ts';

const nameText = z.string().max(128);
const optionalEmail = z.union([email, z.literal('')]).nullable().default(null).transform((value) => value || null);
const optionalPhone = z.union([z.literal(''), phone]).nullable().default(null).transform((value) => value || null);

/** A recipient as the sender writes it. */
export const recipientInput = z.object({
  id: objectId.optional(),
  email: optionalEmail,
  phone: optionalPhone,
  firstName: nameText.nullable().default(null),
  lastName: nameText.nullable().default(null),
  locale: z.string().max(16).nullable().default(null),
  role: z.string().max(128).default('signer'),
  type: z.string().max(32).default('signer'),
  inPerson: z.boolean().default(false),
  orgId: objectId.nullable().default(null),
  identityRequirements: z.array(z.enum(identityRequirements)).max(identityRequirements.length).default([]),
  identityRequireManualApproval: z.boolean().default(false),
});
export type RecipientInput = z.input<typeof recipientInput>;
export type RecipientDraft = z.output<typeof recipientInput>;

/** Whether somebody can be asked: by an address, or, who signs in person, by what they are called. */
export const hasWayToSign = ({ email: address, phone: number, inPerson, firstName, lastName }: Pick<RecipientInput, 'email' | 'phone' | 'inPerson' | 'firstName' | 'lastName'>): boolean =>
  Boolean(address || number || (inPerson && (firstName || lastName)));

/** A recipient as the server gives it. Its id stays the same when it is reassigned. */
export const recipient = recipientInput.extend({
  id: objectId,
  avatar: z.string().nullable().default(null),
  owner: z.boolean().default(false),
  completed: z.boolean().default(false),
  removed: z.boolean().default(false),
  userId: objectId.nullable().default(null),
  /** Asked to sign at this time; null while others come first. */
  invitedAt: isoTime.nullable().default(null),
  /** Opened the request for the first time; null until then. */
  viewedAt: isoTime.nullable().default(null),
  /** Reminded for the last time. */
  remindedAt: isoTime.nullable().default(null),
  /** What became of the last message to them; null where none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
  completedAt: isoTime.nullable().default(null),
  /** Until when the code counts that they typed on the device of their host; null where there is none. */
  presentUntil: isoTime.nullable().default(null),
  /** The files this recipient has signed already: where an interrupted signing continues. */
  signedFileIds: z.array(objectId).default([]),
  /** The files they signed whose signature waits for a time stamp: the time-stamp authority does not answer. The signing goes on by itself. */
  waitingFileIds: z.array(objectId).default([]),
  identityApplicationId: z.string().nullable().default(null),
  identityValidationStatus: z.enum(identityValidationStatuses).nullable().default(null),
  identityValidationId: z.string().nullable().default(null),
});
export type Recipient = z.output<typeof recipient>;

export const ccEntry = z.object({
  id: objectId.optional(),
  type: z.enum(['user', 'team']).default('user'),
  email: optionalEmail,
  phone: optionalPhone,
  firstName: nameText.nullable().default(null),
  lastName: nameText.nullable().default(null),
});
export type CcEntry = z.output<typeof ccEntry>;
export type CcEntryInput = z.input<typeof ccEntry>;

/** A contact entry of an organization stands for a team: its name is what is shown. */
export function toCcEntry(contact: CcEntryInput & { orgId?: string | null; name?: string | null }): CcEntry {
  if (contact.orgId && contact.name) {
    return { id: contact.id, type: 'team', email: null, phone: null, firstName: contact.name, lastName: null };
  }
  return ccEntry.parse(contact);
}
