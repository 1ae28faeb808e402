/** A card provider that charges nothing and follows the published test card numbers (docs.stripe.com/testing). */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PaymentMethod } from '#contract/entities/billing.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CardProvider, ChargeResult } from './card-provider.ts';

type Outcome = 'paid' | 'refused' | 'refused_later' | 'confirmation';

interface TestCard {
  brand: string;
  outcome: Outcome;
  decline?: string;
}

const cards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', outcome: 'paid' },
  '4000056655665556': { brand: 'visa', outcome: 'paid' },
  '5555555555554444': { brand: 'mastercard', outcome: 'paid' },
  '378282246310005': { brand: 'amex', outcome: 'paid' },
  '4000000000000002': { brand: 'visa', outcome: 'refused', decline: 'generic_decline' },
  '4000000000009995': { brand: 'visa', outcome: 'refused', decline: 'insufficient_funds' },
  '4000000000000069': { brand: 'visa', outcome: 'refused', decline: 'expired_card' },
  '4000000000000127': { brand: 'visa', outcome: 'refused', decline: 'incorrect_cvc' },
  '4000000000000341': { brand: 'visa', outcome: 'refused_later', decline: 'generic_decline' },
  '4000002500003155': { brand: 'visa', outcome: 'confirmation' },
};

const tokens: Readonly<Record<string, string>> = {
  tok_visa: '4242424242424242',
  tok_mastercard: '5555555555554444',
  tok_amex: '378282246310005',
  tok_chargeDeclined: '4000000000000002',
  tok_chargeDeclinedInsufficientFunds: '4000000000009995',
  tok_chargeCustomerFail: '4000000000000341',
  tok_threeDSecure2Required: '4000002500003155',
};

const confirmation = z.object({ clientSecret: z.string().regex(/^pi_test_[0-9a-f]{24}_secret_test$/), outcome: z.enum(['paid', 'failed']) });

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}

const numberOf = (token: string): string => tokens[token] ?? token.replaceAll(/\s/g, '');
const cardIdOf = (number: string): string => `card_test_${number}`;
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 24);

export function createTestProvider(): CardProvider {
  return {
    name: 'test',
    leastCharge: 50,
    addCard: async (holder, token) => {
      const number = numberOf(token);
      const card = cards[number];
      if (!card || card.outcome === 'refused') throw new AppError('card_error', { decline: card?.decline ?? 'incorrect_number' });
      return { customer: holder.customer ?? `cus_test_${digest(holder.id)}`, card: methodOf(number, card) };
    },
    removeCard: async () => undefined,
    charge: async ({ key, card }) => chargeOf(key, cards[card.slice(cardIdOf('').length)]),
    // It never forgets a key.
    findCharge: async () => null,
    cancel: async () => 'failed',
    setupSecret: async (holder) => ({ customer: holder.customer ?? `cus_test_${digest(holder.id)}`, clientSecret: `seti_test_${digest(holder.id)}_secret_test` }),
    // Knowing the client secret proves that the caller is the cardholder, so a notice with it confirms the charge.
    readNotice: (body) => {
      const confirmed = confirmation.safeParse(parsed(body));
      if (!confirmed.success) throw new AppError('forbidden');
      const [chargeId = ''] = confirmed.data.clientSecret.split('_secret_');
      return { id: `evt_test_${digest(confirmed.data.clientSecret + confirmed.data.outcome)}`, chargeId, key: null, state: confirmed.data.outcome };
    },
  };
}

const methodOf = (number: string, { brand }: TestCard): PaymentMethod => ({
  id: cardIdOf(number), name: null, cardLast4: number.slice(-4), brand, expMonth: 12, expYear: new Date().getFullYear() + 3,
  address: null, city: null, country: 'US', zipCode: null,
});

/** Stateless: the result is derived from the key and the card, so that repeated calls return the same. */
function chargeOf(key: string, card: TestCard | undefined): ChargeResult {
  const id = `pi_test_${digest(key)}`;
  if (card?.outcome === 'paid') return { id, state: 'paid', clientSecret: null };
  if (card?.outcome === 'confirmation') return { id, state: 'pending', clientSecret: `${id}_secret_test` };
  return { id, state: 'failed', clientSecret: null };
}
