/** People of a transaction: recipients, who sign in order, and cc entries, who get the result. */
import { z } from 'zod';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { identityRequirements, identityValidationStatuses } from '#contract/entities/identity-check.ts';

const nameText = z.string().max(128);
const optionalEmail = z.union([email, z.literal('')]).nullable().default(null).transform((value) => value || null);
const optionalPhone = z.union([z.literal(''), phone]).nullable().default(null).transform((value) => value || null);

/** A recipient as the sender enters it. */
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

/** Whether a recipient can be asked to sign: by an address, or in person by name. */
export const hasWayToSign = ({ email: address, phone: number, inPerson, firstName, lastName }: Pick<RecipientInput, 'email' | 'phone' | 'inPerson' | 'firstName' | 'lastName'>): boolean =>
  Boolean(address || number || (inPerson && (firstName || lastName)));

/** A recipient as the server returns it. The id stays the same after reassignment. */
export const recipient = recipientInput.extend({
  id: objectId,
  avatar: z.string().nullable().default(null),
  owner: z.boolean().default(false),
  completed: z.boolean().default(false),
  removed: z.boolean().default(false),
  userId: objectId.nullable().default(null),
  /** When they were asked to sign; null before their turn. */
  invitedAt: isoTime.nullable().default(null),
  /** When they first opened the request; null until then. */
  viewedAt: isoTime.nullable().default(null),
  /** When they were last reminded. */
  remindedAt: isoTime.nullable().default(null),
  /** Delivery status of the last message to them; null if none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
  completedAt: isoTime.nullable().default(null),
  /** Until when the code entered on the host's device is valid; null if there is none. */
  presentUntil: isoTime.nullable().default(null),
  /** The files this recipient has signed. An interrupted signing continues with the others. */
  signedFileIds: z.array(objectId).default([]),
  /**
   * Signed files whose signature waits for a time stamp, because the time-stamp authority is unavailable. They complete
   * automatically.
   */
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

/** Converts a contact to a cc entry. A contact with an organization and a name is a team. */
export function toCcEntry(contact: CcEntryInput & { orgId?: string | null; name?: string | null }): CcEntry {
  if (contact.orgId && contact.name) {
    return { id: contact.id, type: 'team', email: null, phone: null, firstName: contact.name, lastName: null };
  }
  return ccEntry.parse(contact);
}
