/** Identity checks by Stripe Identity: verification sessions and signed webhooks (docs.stripe.com/identity). */
import Stripe from 'stripe';
import { openStripe, readStripeEvent, stripeAnswer } from '#server/adapters/payments/stripe-client.ts';
import type { Config } from '#server/platform/config.ts';
import type { IdentityChecker, IdentityNotice } from './identity-checker.ts';

export function createStripeIdentity(settings: NonNullable<Config['identityChecker']>): IdentityChecker {
  const stripe = openStripe(settings);
  return {
    name: 'stripe',
    open: ({ key, email, phone, returnUrl }) => stripeAnswer(async () => {
      const session = await stripe.identity.verificationSessions.create({
        type: 'document',
        options: { document: { require_live_capture: true, require_matching_selfie: true } },
        metadata: { check: key },
        provided_details: { ...(email !== null && { email }), ...(phone !== null && { phone }) },
        return_url: returnUrl,
      }, { idempotencyKey: `identity-${key}` });
      if (session.url === null) throw new Stripe.errors.StripeAPIError({ type: 'api_error', message: 'A session without a page' });
      return { reference: session.id, url: session.url };
    }),
    cancel: (reference) => stripeAnswer(async () => {
      await stripe.identity.verificationSessions.cancel(reference).catch((error: unknown) => {
        // The session has ended or no longer exists.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      });
    }),
    readNotice: (body, signature) => noticeOf(readStripeEvent(stripe, body, signature, settings.webhookSecret)),
  };
}

function noticeOf(event: Stripe.Event): IdentityNotice | null {
  switch (event.type) {
    case 'identity.verification_session.processing':
      return { reference: event.data.object.id, outcome: 'pending', reason: null };
    case 'identity.verification_session.verified':
      return { reference: event.data.object.id, outcome: 'verified', reason: null };
    case 'identity.verification_session.requires_input':
      return { reference: event.data.object.id, outcome: 'declined', reason: event.data.object.last_error?.reason ?? null };
    case 'identity.verification_session.canceled':
      return { reference: event.data.object.id, outcome: 'canceled', reason: null };
    default:
      return null;
  }
}
