import type { Plan, PlanCode, PlanKey, PlanPeriod } from '#contract/plans.ts';
import { currency, plans } from '#contract/plans.ts';

/** Formats an amount in cents in the given language. */
export const money = (cents: number, language: string, unit: string = currency): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency: unit, minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }).format(cents / 100);

export interface Offer extends Plan {
  readonly code: PlanCode;
}

/** Returns the plans available to this holder, the free one first, for the period. */
export function offersFor(holder: 'person' | 'organization', period: PlanPeriod): Offer[] {
  return (Object.entries(plans) as [PlanCode, Plan][])
    .filter(([, plan]) => (plan.holder === 'both' || plan.holder === holder) && (plan.period === null || plan.period === period))
    .map(([code, plan]) => ({ ...plan, code }));
}

export const keyOf = (code: PlanCode): PlanKey => plans[code].key;
