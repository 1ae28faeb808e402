/** Prices of plans, in cents. */
import { plans, seats, type PlanCode } from '#contract/plans.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Holder, PromoCodeRow, SubscriptionRow } from '#server/repositories/subscriptions.repository.ts';

/** The price of one period. Throws if this plan or number of seats can't be bought for the holder. */
export function priceOf(holder: Pick<Holder, 'type'>, plan: PlanCode, quantity: number): number {
  const { price, holder: whose, period } = plans[plan];
  if (price === null) throw new AppError('feature_not_supported', { plan, reason: 'by agreement' });
  if (period === null || (whose !== 'both' && whose !== holder.type)) throw invalid('plan', 'Not a plan that can be bought for this account');
  const fits = holder.type === 'person' ? quantity === 1 : quantity >= seats.minimum && quantity <= seats.maximum;
  if (!fits) throw invalid('quantity', `Expected ${holder.type === 'person' ? 'one seat' : `${seats.minimum} to ${seats.maximum} seats`}`);
  return price * quantity;
}

const invalid = (property: string, message: string): AppError => new AppError('request_validation_error', [{ path: `body/${property}`, message }]);

export function discounted(price: number, code: PromoCodeRow | null): number {
  if (code === null) return price;
  const off = code.discount_amount ?? Math.round(price * Number(code.discount_rate));
  return Math.max(0, price - off);
}

/** One period later: the same day of the next month or year, or the last day of a shorter month. */
export function periodEnd(plan: PlanCode, from: Date): Date {
  const months = plans[plan].period === 'annual' ? 12 : 1;
  const end = new Date(from);
  const day = end.getUTCDate();
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(day, lastDay));
  return end;
}

/** The unused share of the current period, from 0 to 1. */
function remainingShare(row: Pick<SubscriptionRow, 'end_at' | 'plan'>, now: Date): number {
  if (row.end_at === null || row.end_at <= now) return 0;
  const months = plans[row.plan].period === 'annual' ? 12 : 1;
  const begin = new Date(row.end_at);
  begin.setUTCMonth(begin.getUTCMonth() - months);
  return Math.min(1, (row.end_at.getTime() - now.getTime()) / (row.end_at.getTime() - begin.getTime()));
}

export interface Change {
  /** Cents to pay now; a negative amount is credited. */
  due: number;
  endAt: Date;
}

type Bought = Pick<SubscriptionRow, 'plan' | 'quantity'>;
const listPrice = ({ plan, quantity }: Bought): number => (plans[plan].price ?? 0) * quantity;

/**
 * Proration. A change of plan starts a new period now; a change of seats applies to the rest of the period. The unused part of
 * the last payment is credited.
 */
export function changeOf(holder: Holder, row: SubscriptionRow, to: Bought, now: Date): Change {
  const share = row.status === 'trialing' ? 0 : remainingShare(row, now);
  const price = priceOf(holder, to.plan, to.quantity);
  if (to.plan !== row.plan || row.end_at === null) return { due: price - Math.floor(row.paid * share), endAt: periodEnd(to.plan, now) };
  const added = paidAfter(row, to) - row.paid;
  return { due: added > 0 ? Math.ceil(added * share) : -Math.floor(-added * share), endAt: row.end_at };
}

/**
 * The amount that the current period is worth after a change, including credit for the previous one. It is the upper bound of
 * later credits.
 */
export function paidAfter(row: SubscriptionRow, to: Bought): number {
  if (to.plan !== row.plan || row.end_at === null) return listPrice(to);
  if (to.quantity >= row.quantity) return row.paid + listPrice(to) - listPrice(row);
  return Math.round((row.paid * to.quantity) / row.quantity);
}
