/** Card numbers go to the payment provider only, through its own script. The test provider has no script and takes test numbers. */
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { call } from '../api/call.ts';
import { AppError } from '../app-error.ts';
import { loadScript } from '../load-script.ts';
import { hostUrl } from '../config.ts';

/** The card form. */
export interface CardField {
  /** Returns the card as the provider knows it, once the person has confirmed that it may be charged later. */
  confirm(orgId: string | undefined): Promise<string>;
  close(): void;
}

interface StripeError {
  code?: string;
  message?: string;
}
interface StripeCard {
  mount(element: HTMLElement): void;
  destroy(): void;
}
interface Stripe {
  elements(options: { locale: string }): { create(kind: 'card', options: object): StripeCard };
  confirmCardSetup(clientSecret: string, data: { payment_method: { card: StripeCard } }): Promise<{ setupIntent?: { payment_method: string | null }; error?: StripeError }>;
  confirmCardPayment(clientSecret: string): Promise<{ error?: StripeError }>;
}

const SCRIPT = 'https://js.stripe.com/v3/';

const stripeOf = async ({ stripePublishableKey }: Deployment): Promise<Stripe> => {
  if (!stripePublishableKey) throw new AppError('feature_not_supported');
  await loadScript(SCRIPT);
  return (window as unknown as { Stripe: (key: string) => Stripe }).Stripe(stripePublishableKey);
};

/** Mounts the card field of the provider. */
export async function mountCardField(deployment: Deployment, place: HTMLElement, language: string, style: object): Promise<CardField> {
  const stripe = await stripeOf(deployment);
  const card = stripe.elements({ locale: language }).create('card', { style });
  card.mount(place);
  return {
    confirm: async (orgId) => {
      const { clientSecret } = await call('billing.setupIntentSecret', { query: { orgId } });
      const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card } });
      if (!setupIntent?.payment_method) throw new AppError('setup_card_error', error?.message ? { message: error.message } : {});
      return setupIntent.payment_method;
    },
    close: () => card.destroy(),
  };
}

/** Confirms a payment with the bank of the person (3-D Secure). */
export async function confirmPayment(deployment: Deployment, orgId: string | undefined): Promise<void> {
  const { clientSecret } = await call('billing.paymentIntentSecret', { query: { orgId } });
  if (deployment.paymentProvider === 'test') {
    const answer = await fetch(`${hostUrl('account')}/billing/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ clientSecret, outcome: 'paid' }),
    });
    if (!answer.ok) throw new AppError('card_confirmation_failed', { status: answer.status });
    return;
  }
  const { error } = await (await stripeOf(deployment)).confirmCardPayment(clientSecret);
  // The person did not answer their bank.
  if (error?.code === 'payment_intent_authentication_failure') throw new AppError('payment_canceled');
  if (error) throw new AppError('card_confirmation_error', error.message ? { message: error.message } : {});
}
