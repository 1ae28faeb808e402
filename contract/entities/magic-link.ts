/** The link of a mail as its page shows it, before anybody is signed in. */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

export const magicLinkKinds = ['request', 'completed', 'shared', 'invite'] as const;
export type MagicLinkKind = (typeof magicLinkKinds)[number];

/** Why a link leads nowhere. `unknown`: cut off, withdrawn, or never made here. */
export const magicLinkEnds = ['expired', 'canceled', 'declined', 'completed', 'reassigned', 'unknown'] as const;
export type MagicLinkEnd = (typeof magicLinkEnds)[number];

const open = z.object({
  state: z.literal('open'),
  kind: z.enum(magicLinkKinds),
  /** Whoever is signed in here is the person it was sent to. */
  isReader: z.boolean(),
  /** For whom it is; the address shows only its ends. */
  reader: z.object({ name: z.string().nullable(), address: z.string() }),
  sender: z.object({ name: z.string(), email: z.string().nullable() }),
  title: z.string(),
  message: z.object({ title: z.string(), body: z.string() }),
  expiresAt: isoTime.nullable(),
  documents: z.array(z.string()),
  /** So many fields are there for the reader to fill in. */
  places: z.number().int(),
  hasSigned: z.boolean(),
});

/** Says nothing of what the link led to. */
const ended = z.object({
  state: z.literal('ended'),
  isReader: z.boolean(),
  reason: z.enum(magicLinkEnds),
  /** A new link can be sent to the same address. */
  isRenewable: z.boolean(),
});

export const magicLink = z.discriminatedUnion('state', [open, ended]);
export type MagicLink = z.output<typeof magicLink>;
export type OpenMagicLink = z.output<typeof open>;
export type EndedMagicLink = z.output<typeof ended>;
