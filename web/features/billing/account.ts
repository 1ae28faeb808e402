import type { Deployment } from '#contract/calls/feedback.calls.ts';
import type { HistoryEntry, PaymentMethod, Subscription } from '#contract/entities/billing.ts';
import { call } from '#web/services/api/call.ts';

export interface Account {
  readonly subscription: Subscription;
  readonly card: PaymentMethod | null;
  readonly history: readonly HistoryEntry[];
  readonly balance: { readonly current: number; readonly ending: number };
}

/** Props of every part of the billing screen. */
export interface PartProps {
  account: Account;
  deployment: Deployment;
  /** The paying organization; undefined for the person. */
  orgId: string | undefined;
  /** Reloads the account after a change; with a text to show as a notice. */
  onChanged: (words?: string) => void;
}

export async function fetchAccount(orgId: string | undefined, signal: AbortSignal): Promise<Account> {
  const query = { orgId };
  const [subscription, { paymentMethod }, { history }, balance] = await Promise.all([
    call('billing.subscription', { query }, { signal }),
    call('billing.paymentMethod', { query }, { signal }),
    call('billing.history', { query }, { signal }),
    call('billing.balance', { query }, { signal }),
  ]);
  return { subscription, card: paymentMethod, history, balance };
}
