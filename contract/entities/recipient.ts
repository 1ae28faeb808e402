/** People of a transaction: recipients, who sign, approve or view in order, and cc entries, who get the result. */
import { z } from 'zod';
import { attachedFile, attachmentRequests } from '#contract/entities/attachment.ts';
import { email, isoTime, objectId, phone } from '#contract/entities/common.ts';
import { deliveries } from '#contract/entities/delivery.ts';
import { identityRequirements, identityValidationStatuses } from '#contract/entities/identity-check.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { accessCodes } from '#contract/limits/sending.ts';

const nameText = z.string().max(128);
const optionalEmail = z.union([email, z.literal('')]).nullable().default(null).transform((value) => value || null);
const optionalPhone = z.union([z.literal(''), phone]).nullable().default(null).transform((value) => value || null);

/** The role of a plain signer as it is stored; people see it in their language. */
export const signerRole = 'signer';

/**
 * What a recipient is asked for. A signer signs; an approver agrees without a signature, or declines; a viewer opens every document.
 * Whoever only gets a copy of the result is no recipient, but an entry of `cc`.
 */
export const participations = ['signer', 'approver', 'viewer'] as const;
export type Participation = (typeof participations)[number];

interface Participant {
  /** Missing in what was stored before there was more than one. */
  participation?: Participation | undefined;
}

export const participationOf = ({ participation = 'signer' }: Participant): Participation => participation;
export const isSigner = (person: Participant): boolean => participationOf(person) === 'signer';

/** A recipient as the sender enters it. */
export const recipientInput = z.object({
  id: objectId.optional(),
  email: optionalEmail,
  phone: optionalPhone,
  firstName: nameText.nullable().default(null),
  lastName: nameText.nullable().default(null),
  locale: z.string().max(16).nullable().default(null),
  role: z.string().max(128).default(signerRole),
  type: z.string().max(32).default('signer'),
  participation: z.enum(participations).default('signer'),
  /** Only for signers, as are `identityRequirements`. */
  inPerson: z.boolean().default(false),
  /**
   * The place in the signing order. Recipients with the same number are asked at once; without a number, a recipient comes after the
   * one before them in the list.
   */
  signingOrder: z.number().int().min(1).max(counts.recipients).nullable().default(null),
  orgId: objectId.nullable().default(null),
  identityRequirements: z.array(z.enum(identityRequirements)).max(identityRequirements.length).default([]),
  identityRequireManualApproval: z.boolean().default(false),
  /** What the sender writes to this person only. In a transaction that was sent, nobody but the two of them sees it. */
  privateMessage: z.string().max(lengths.message).default(''),
  /** Whether a code from the sender is asked for before the documents are shown. Not for in-person signing. */
  requireAccessCode: z.boolean().default(false),
  /** Where the access code goes by text message; null if the sender tells it. Only the sender sees the number. */
  accessCodePhone: optionalPhone,
  /** Files that a signer is asked to attach. Not for in-person signing. */
  attachments: attachmentRequests.default([]),
});
export type RecipientInput = z.input<typeof recipientInput>;
export type RecipientDraft = z.output<typeof recipientInput>;

/** Whether a recipient can be asked to sign: by an address, or in person by name. */
export const hasWayToSign = ({ email: address, phone: number, inPerson, firstName, lastName }: Pick<RecipientInput, 'email' | 'phone' | 'inPerson' | 'firstName' | 'lastName'>): boolean =>
  Boolean(address || number || (inPerson && (firstName || lastName)));

/** A code that the sender chooses and tells the recipient. Never stored or returned as it is. */
export const accessCode = z.string().trim().min(accessCodes.shortest).max(accessCodes.longest);

/** Exactly one of both: a code that the sender tells, or a number to which codes go. */
export const accessCodeChange = z.object({ recipientId: objectId, code: accessCode.optional(), phone: phone.optional() })
  .refine(({ code, phone: number }) => (code === undefined) !== (number === undefined), { path: ['code'], message: 'Either a code or a phone number' });

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
  /** When the next automatic reminder is due; null if there is none. */
  nextReminderAt: isoTime.nullable().default(null),
  /** Delivery status of the last message to them; null if none was handed over yet. */
  delivery: z.enum(deliveries).nullable().default(null),
  completedAt: isoTime.nullable().default(null),
  /** When they declined, which ended the request. */
  declinedAt: isoTime.nullable().default(null),
  /** Until when the code entered on the host's device is valid; null if there is none. */
  presentUntil: isoTime.nullable().default(null),
  /** Whether a wrong access code was entered too often; a new one of the sender helps. */
  accessCodeLocked: z.boolean().default(false),
  /** The files that an approver or a viewer has opened. */
  viewedFileIds: z.array(objectId).default([]),
  /** The files this recipient has signed. An interrupted signing continues with the others. */
  signedFileIds: z.array(objectId).default([]),
  /**
   * Signed files whose signature waits for a time stamp, because the time-stamp authority is unavailable. They complete
   * automatically.
   */
  waitingFileIds: z.array(objectId).default([]),
  /** What they have attached. Only for the sender and themselves. */
  attachedFiles: z.array(attachedFile).default([]),
  identityApplicationId: z.string().nullable().default(null),
  identityValidationStatus: z.enum(identityValidationStatuses).nullable().default(null),
  identityValidationId: z.string().nullable().default(null),
});
export type Recipient = z.output<typeof recipient>;

/** Whether they have signed a document, or approved. A signature may still wait for its time stamp. */
const hasAgreed = (person: Recipient): boolean =>
  participationOf(person) !== 'viewer' && (person.completed || person.signedFileIds.length + person.waitingFileIds.length > 0);

/** How many have signed or approved. What they agreed to is void once the request is corrected. */
export const countAgreed = (recipients: readonly Recipient[]): number => recipients.filter(hasAgreed).length;

export interface Progress {
  done: number;
  total: number;
  /** Whether everybody signs, so that whoever is done has signed. */
  isOfSigners: boolean;
}

/** How many have done what they are asked for, whether or not it is a signature. */
export function progressOf(recipients: readonly (Pick<Recipient, 'completed' | 'removed'> & Participant)[]): Progress {
  const present = recipients.filter(({ removed }) => !removed);
  return { done: present.filter(({ completed }) => completed).length, total: present.length, isOfSigners: present.every(isSigner) };
}

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
