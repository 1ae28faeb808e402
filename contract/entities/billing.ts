/** Subscriptions, cards and payments (document 1 §3). Amounts are in cents. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { planCodes, seats } from '#contract/plans.ts';

const subscriptionStatuses = ['active', 'trialing', 'past_due', 'incomplete', 'canceled'] as const;
const intentTypes = ['none', 'setup_intent', 'payment_intent'] as const;

export const subscription = z.object({
  plan: z.enum(planCodes),
  quantity: z.number().int(),
  startedAt: isoTime.nullable(),
  /** The end of the paid period; null if the plan has none. */
  endAt: isoTime.nullable(),
  trialActive: z.boolean(),
  status: z.enum(subscriptionStatuses),
  /** What the payer must confirm with the card provider. */
  intentType: z.enum(intentTypes),
  promoCode: z.string().nullable(),
  enableTrialPeriod: z.boolean(),
  /** Canceled: the plan ends at `endAt` and Essentials follows. */
  cancelAtPeriodEnd: z.boolean(),
});
export type Subscription = z.output<typeof subscription>;

export const paymentMethod = z.object({
  id: z.string(),
  name: z.string().nullable(),
  cardLast4: z.string(),
  brand: z.string(),
  expMonth: z.number().int(),
  expYear: z.number().int(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  zipCode: z.string().nullable(),
});
export type PaymentMethod = z.output<typeof paymentMethod>;

export const historyEntry = z.object({
  id: objectId,
  amount: z.number().int(),
  date: isoTime,
  plan: z.enum(planCodes),
  state: z.enum(['paid', 'pending', 'failed']),
  card: z.string().nullable(),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const promoPreview = z.object({
  oldPrice: z.number().int(),
  newPrice: z.number().int(),
  currency: z.string(),
  discountAmount: z.number().int().nullable(),
  discountRate: z.number().nullable(),
});
export type PromoPreview = z.output<typeof promoPreview>;

const plan = z.enum(planCodes);
const quantity = z.number().int().min(1).max(seats.maximum);
const promoCode = z.string().trim().min(1).max(64);

export const subscriptionStart = z.object({
  plan, promoCode: promoCode.nullish(), enableTrialPeriod: z.boolean().default(false), quantity: quantity.default(1),
});
export type SubscriptionStart = z.output<typeof subscriptionStart>;
export const subscriptionUpdate = z.object({ plan: plan.optional(), quantity: quantity.optional() });
export type SubscriptionUpdate = z.output<typeof subscriptionUpdate>;
export const promoQuestion = z.object({ plan, promoCode });
export const paymentToken = z.object({ token: z.string().min(1).max(256) });
