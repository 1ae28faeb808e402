/**
 * Storing and charging cards. Subscriptions are managed here; a provider knows customers, cards and charges. A
 * declined card is an `AppError('card_error')`, an unavailable provider `service_partner_error`.
 */
import type { PaymentMethod } from '#contract/entities/billing.ts';

interface Charge {
  /** Idempotency key: repeating the call charges once. */
  key: string;
  customer: string;
  card: string;
  /** Cents of the currency in `contract/plans.ts`. */
  amount: number;
  description: string;
}

export interface ChargeResult {
  id: string;
  state: 'paid' | 'pending' | 'failed';
  /** With it the person confirms a pending charge in the browser. */
  clientSecret: string | null;
}

/** A verified webhook of the provider. */
export interface Notice {
  id: string;
  chargeId: string;
  /** The idempotency key of the charge, if the provider returns it. */
  key: string | null;
  state: 'paid' | 'failed';
}

export interface CardProvider {
  readonly name: 'test' | 'stripe';
  /** Minimum charge, in cents. */
  readonly leastCharge: number;
  addCard(holder: { id: string; email: string | null; customer: string | null }, token: string): Promise<{ customer: string; card: PaymentMethod }>;
  removeCard(card: string): Promise<void>;
  charge(charge: Charge): Promise<ChargeResult>;
  /**
   * Finds the charge made under a key, when its response got lost and the provider may have forgotten the key; null
   * if there is none.
   */
  findCharge(key: string, customer: string, since: Date): Promise<ChargeResult | null>;
  /**
   * Cancels a charge that waits for confirmation and returns its final state: it may have been paid meanwhile or be
   * in processing.
   */
  cancel(chargeId: string): Promise<ChargeResult['state']>;
  /** A secret with which the browser saves a card. */
  setupSecret(holder: { id: string; email: string | null; customer: string | null }): Promise<{ customer: string; clientSecret: string }>;
  /** Returns null for a validly signed notice about something else. Throws `forbidden` for an invalid signature. */
  readNotice(body: Buffer, signature: string | undefined): Notice | null;
}
