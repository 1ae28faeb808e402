import type { Subscription } from '#contract/entities/billing.ts';
import { defaultPlan } from '#contract/plans.ts';
import type { PaymentRow, SubscriptionRow } from '#server/repositories/subscriptions.repository.ts';

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** A subscription as the API represents it; the default plan if there is no row. `waiting`: a charge that the payer must confirm. */
export const toSubscription = (row: SubscriptionRow | undefined, waiting?: PaymentRow): Subscription => ({
  plan: row?.plan ?? defaultPlan,
  quantity: row?.quantity ?? 1,
  startedAt: iso(row?.started_at),
  endAt: iso(row?.end_at),
  trialActive: row?.status === 'trialing',
  status: row?.status ?? 'active',
  intentType: waiting?.client_secret ? 'payment_intent' : row?.status === 'trialing' && row.card === null ? 'setup_intent' : 'none',
  promoCode: row?.promo_code ?? null,
  enableTrialPeriod: row?.trial_used ?? false,
  cancelAtPeriodEnd: row?.cancel_at_period_end ?? false,
});

export const isPaid = (row: SubscriptionRow): boolean => row.plan !== defaultPlan && ['active', 'trialing', 'past_due'].includes(row.status);
