/** A link in a mail as its landing page shows it, before sign-in. */
import { z } from 'zod';
import { brand } from '#contract/entities/branding.ts';
import { isoTime } from '#contract/entities/common.ts';
import { participations } from '#contract/entities/recipient.ts';

const magicLinkKinds = ['request', 'completed', 'shared', 'invite'] as const;

/** Why a link is no longer valid. `unknown`: truncated, revoked or never issued. */
const magicLinkEnds = ['expired', 'canceled', 'declined', 'completed', 'reassigned', 'unknown'] as const;
export type MagicLinkEnd = (typeof magicLinkEnds)[number];

const open = z.object({
  state: z.literal('open'),
  kind: z.enum(magicLinkKinds),
  /** Whether the signed-in user is the person the link was sent to. */
  isReader: z.boolean(),
  /** The person the link was sent to; the address is masked. */
  reader: z.object({ name: z.string().nullable(), address: z.string() }),
  sender: z.object({ name: z.string(), email: z.string().nullable() }),
  /** The sender's organization, if it presents itself. */
  brand: brand.nullable(),
  title: z.string(),
  message: z.object({ title: z.string(), body: z.string() }),
  expiresAt: isoTime.nullable(),
  documents: z.array(z.string()),
  /** What the reader is asked for. */
  participation: z.enum(participations).default('signer'),
  /** Number of fields for the reader to fill in. */
  places: z.number().int(),
  /** Whether the reader has done what they were asked for. */
  hasSigned: z.boolean(),
});

/** Reveals nothing about what the link led to. */
const ended = z.object({
  state: z.literal('ended'),
  isReader: z.boolean(),
  reason: z.enum(magicLinkEnds),
  /** Whether a new link can be sent to the same address. */
  isRenewable: z.boolean(),
});

export const magicLink = z.discriminatedUnion('state', [open, ended]);
export type MagicLink = z.output<typeof magicLink>;
export type OpenMagicLink = z.output<typeof open>;
export type EndedMagicLink = z.output<typeof ended>;
