/** The profile of the signed-in user (document 1 §3). */
import { z } from 'zod';
import { subscription } from '#contract/entities/billing.ts';
import { email, isoTime, objectId, personName, phone } from '#contract/entities/common.ts';
import { featureFlags } from '#contract/entities/feature-flags.ts';
import { locales } from '#contract/languages.ts';

export type { FeatureFlags } from '#contract/entities/feature-flags.ts';

export const themes = ['light', 'dark', 'auto'] as const;

export const profile = z.object({
  id: objectId,
  type: z.enum(['guest', 'user']),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string().nullable(),
  emailVerified: z.boolean(),
  /** Requested but not verified; becomes `email` once verified. */
  pendingEmail: z.string().nullable().default(null),
  phone: z.string().nullable(),
  phoneVerified: z.boolean(),
  avatar: z.string().nullable(),
  locale: z.string(),
  role: z.string().default('user'),
  country: z.string().nullable(),
  city: z.string().nullable(),
  company: z.string().nullable(),
  birthDate: z.string().nullable(),
  notificationPriority: z.string(),
  notificationSettings: z.number().int(),
  theme: z.enum(themes),
  /** The user's sign-in methods: `password`, `passkey`, and ids of connections. */
  identities: z.array(z.string()).default([]),
  integrations: z.array(z.object({ name: z.string(), active: z.boolean() })).default([]),
  /** Null without billing. */
  subscription: subscription.nullable().default(null),
  featureFlags,
  attributes: z.object({ cookiesConsentDate: isoTime.nullable(), passkeyOfferDate: isoTime.nullable() }),
});
export type Profile = z.output<typeof profile>;

const shortText = z.string().max(128).nullable();
const name = z.union([personName, z.null()]);

/** 'empty' removes an e-mail address or phone number; null clears other texts. */
export const profileUpdate = z.object({
  firstName: name.optional(),
  lastName: name.optional(),
  country: shortText.optional(),
  company: shortText.optional(),
  email: z.union([z.literal('empty'), email]).optional(),
  phone: z.union([z.literal('empty'), phone]).optional(),
  locale: z.enum(locales).optional(),
  theme: z.enum(themes).optional(),
  avatar: z.string().max(256).nullable().optional(),
  notificationSettings: z.number().int().min(0).max(2 ** 31 - 1).optional(),
  notificationPriority: z.enum(['email', 'phone']).optional(),
});
export type ProfileUpdate = z.output<typeof profileUpdate>;
