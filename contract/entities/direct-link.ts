/**
 * The direct link of a template: whoever opens it becomes the first recipient of a new request. It is neither the library, from
 * which people make requests of their own, nor public access, which only lets them read.
 */
import { z } from 'zod';
import { isoTime, objectId, personName } from '#contract/entities/common.ts';
import { hasWayToSign, isSigner, type RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { transactionMessage, transactionStatuses, type TransactionOptions } from '#contract/entities/transaction.ts';
import { counts } from '#contract/limits/counts.ts';

/** Why a template can't have a direct link, or why its link takes nobody while it is like this. */
const directLinkProblems = ['noDocuments', 'noOpenRole', 'severalOpenRoles', 'notFirst', 'notSigning', 'inPerson', 'accessCode', 'passwordProtection'] as const;
type DirectLinkProblem = (typeof directLinkProblems)[number];

/** `approval`: what its owner sends needs approval. `quota`: the owner's requests are used up. `unfit`: the template was changed so that nobody can be taken. */
const closedReasons = ['off', 'expired', 'used_up', 'approval', 'quota', 'unfit'] as const;
export type ClosedReason = (typeof closedReasons)[number];

export const directLinkSettings = z.object({
  enabled: z.boolean(),
  /** How many requests it makes in all; null: any number. */
  maxUses: z.number().int().min(1).max(counts.directLinkUses).nullable(),
  expiresAt: isoTime.nullable(),
  /** Whether a person who has signed or declined is refused a second request. */
  oncePerPerson: z.boolean(),
});
export type DirectLinkSettings = z.output<typeof directLinkSettings>;

export const directLink = directLinkSettings.extend({
  url: z.url(),
  /** Requests made so far, also by links that were replaced since. */
  uses: z.number().int(),
  /** Why it takes nobody now; null while it does. */
  closed: z.enum(closedReasons).nullable(),
  createdAt: isoTime,
});
export type DirectLink = z.output<typeof directLink>;

/** A request that was made by the link, and who opened it. */
export const directLinkRequest = z.object({
  transactionId: objectId,
  name: z.string(),
  status: z.enum(transactionStatuses),
  person: z.object({ email: z.string().nullable(), phone: z.string().nullable(), firstName: z.string().nullable(), lastName: z.string().nullable() }),
  signedAt: isoTime.nullable(),
  createdAt: isoTime,
});
export type DirectLinkRequest = z.output<typeof directLinkRequest>;

export const directLinkToken = z.string().regex(/^[\w-]{32}$/);

/** What its page shows. A link that was replaced, or whose template is gone, can't be told from one that never was. */
export const openedDirectLink = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('open'), title: z.string(), message: transactionMessage.pick({ title: true, body: true }), sender: z.string(),
    documents: z.array(z.string()),
    /** Fields of whoever opens it. */
    places: z.number().int(),
  }),
  z.object({ state: z.literal('closed'), reason: z.enum(['unknown', ...closedReasons]) }),
]);
export type OpenedDirectLink = z.output<typeof openedDirectLink>;

export const directLinkUse = z.object({ token: directLinkToken, firstName: personName, lastName: z.union([personName, z.literal('')]).default('') });

type Role = Pick<RecipientInput, 'email' | 'phone' | 'inPerson' | 'firstName' | 'lastName' | 'signingOrder' | 'participation' | 'requireAccessCode'>;

interface LinkedTemplate {
  fileIds: readonly string[];
  recipients: readonly Role[];
  options: Pick<TransactionOptions, 'requirePasswordProtection'>;
}

/** A template without roles has one signer. Nobody is there to tell others a code or a password. */
export function directLinkProblemOf({ fileIds, recipients, options }: LinkedTemplate): DirectLinkProblem | null {
  if (fileIds.length === 0) return 'noDocuments';
  if (options.requirePasswordProtection) return 'passwordProtection';
  if (recipients.some(({ requireAccessCode }) => requireAccessCode)) return 'accessCode';
  return recipients.length === 0 ? null : openRoleProblemOf(recipients);
}

function openRoleProblemOf(recipients: readonly Role[]): DirectLinkProblem | null {
  const open = recipients.flatMap((each, index) => (hasWayToSign(each) ? [] : [index]));
  const [first, second] = open;
  if (first === undefined) return 'noOpenRole';
  if (second !== undefined) return 'severalOpenRoles';
  if (!isSigner(recipients[first] ?? {})) return 'notSigning';
  if (recipients[first]?.inPerson) return 'inPerson';
  return placesOf(recipients)[first] === 1 ? null : 'notFirst';
}
