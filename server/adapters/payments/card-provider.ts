/**
 * Where cards are kept and charged. Subscriptions are ours; a provider knows customers, cards and charges.
 * A refused card is an `AppError('card_error')`; a provider that does not answer, `service_partner_error`.
 */
import type { PaymentMethod } from '#contract/entities/billing.ts';

export interface Charge {
  /** Asking again with the same key charges once. */
  key: string;
  customer: string;
  card: string;
  /** Cents of the currency of `contract/plans.ts`. */
  amount: number;
  description: string;
}

export interface ChargeResult {
  id: string;
  state: 'paid' | 'pending' | 'failed';
  /** With this the person confirms a pending charge in their browser. */
  clientSecret: string | null;
}

/** What a provider tells by itself, once its signature has been checked. */
export interface Notice {
  id: string;
  chargeId: string;
  /** The key under which it was asked for, where the provider tells it. */
  key: string | null;
  state: 'paid' | 'failed';
}

export interface CardProvider {
  readonly name: 'test' | 'stripe';
  /** Less than so many cents it does not charge. */
  readonly leastCharge: number;
  addCard(holder: { id: string; email: string | null; customer: string | null }, token: string): Promise<{ customer: string; card: PaymentMethod }>;
  removeCard(card: string): Promise<void>;
  charge(charge: Charge): Promise<ChargeResult>;
  /** The charge that was made under a key, where its answer was lost and the provider may have forgotten the key; null: there is none. */
  findCharge(key: string, customer: string, since: Date): Promise<ChargeResult | null>;
  /** Calls a charge back that waits for its person, and says how it ended: it may have been paid in the meantime, or be on its way. */
  giveUp(chargeId: string): Promise<ChargeResult['state']>;
  /** A secret with which the browser saves a card. */
  setupSecret(holder: { id: string; email: string | null; customer: string | null }): Promise<{ customer: string; clientSecret: string }>;
  /** Null: signed well, but about something else. Throws `forbidden` for what the provider did not sign. */
  readNotice(body: Buffer, signature: string | undefined): Notice | null;
}
