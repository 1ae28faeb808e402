/** Plans and payments of a person or, with `orgId`, of an organization (for its owner only). */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { orgQuery } from '#contract/calls/common.ts';
import {
  historyEntry, paymentMethod, paymentToken, promoPreview, promoQuestion, subscription, subscriptionStart, subscriptionUpdate,
} from '#contract/entities/billing.ts';
import type { ErrorCode } from '#contract/errors.ts';

const shared = { host: 'account', permission: 'self', query: orgQuery } as const;
const always = ['feature_not_supported', 'permission_denied', 'not_found', 'service_partner_error'] as const satisfies ErrorCode[];
const clientSecret = z.object({ clientSecret: z.string() });

export const billingCalls = {
  'billing.subscription': defineCall({
    ...shared, id: 'billing.subscription', method: 'GET', path: '/billing/subscription', response: subscription, errors: [...always],
  }),
  'billing.paymentMethod': defineCall({
    ...shared, id: 'billing.paymentMethod', method: 'GET', path: '/billing/payment_method',
    response: z.object({ paymentMethod: paymentMethod.nullable() }), errors: [...always],
  }),
  /** Takes the card provider's token. Card numbers never reach this server, except test cards with the test provider. */
  'billing.setPaymentMethod': defineCall({
    ...shared, id: 'billing.setPaymentMethod', method: 'POST', path: '/billing/payment_method', body: paymentToken,
    response: z.object({ paymentMethod }), errors: [...always, 'card_error'],
  }),
  'billing.deletePaymentMethod': defineCall({
    ...shared, id: 'billing.deletePaymentMethod', method: 'DELETE', path: '/billing/payment_method', response: nothing,
    errors: [...always, 'resource_in_use'],
  }),
  'billing.start': defineCall({
    ...shared, id: 'billing.start', method: 'POST', path: '/billing/subscription_start', body: subscriptionStart, response: subscription,
    errors: [...always, 'conflict', 'card_error', 'promo_code_not_found', 'promo_code_already_used', 'too_many_requests', 'required_property'],
  }),
  /** The plan ends with the paid period. */
  'billing.cancel': defineCall({
    ...shared, id: 'billing.cancel', method: 'POST', path: '/billing/subscription_cancel', response: subscription,
    errors: [...always, 'unable_to_unsubscribe'],
  }),
  'billing.update': defineCall({
    ...shared, id: 'billing.update', method: 'POST', path: '/billing/subscription_update', body: subscriptionUpdate, response: subscription,
    errors: [...always, 'conflict', 'card_error', 'required_property', 'resource_in_use'],
  }),
  'billing.history': defineCall({
    ...shared, id: 'billing.history', method: 'GET', path: '/billing/history', response: z.object({ history: z.array(historyEntry) }), errors: [...always],
  }),
  /** The receipt of a payment that was made, in the caller's language. */
  'billing.receipt': defineCall({
    ...shared, id: 'billing.receipt', method: 'GET', path: '/billing/receipt/{id}', response: z.instanceof(Uint8Array), bytes: { response: 'application/pdf' },
    errors: [...always, 'request_timeout_error', 'too_many_requests'], ours: true,
  }),
  'billing.promoCodePreview': defineCall({
    ...shared, id: 'billing.promoCodePreview', method: 'POST', path: '/billing/promo_code_preview', body: promoQuestion, response: promoPreview,
    errors: [...always, 'promo_code_not_found', 'promo_code_already_used', 'too_many_requests'],
  }),
  /** The balance now, and after the next invoice. */
  'billing.balance': defineCall({
    ...shared, id: 'billing.balance', method: 'GET', path: '/billing/balance',
    response: z.object({ current: z.number().int(), ending: z.number().int() }), errors: [...always],
  }),
  'billing.paymentIntentSecret': defineCall({
    ...shared, id: 'billing.paymentIntentSecret', method: 'GET', path: '/billing/payment_intent_client_secret', response: clientSecret,
    errors: [...always, 'conflict'],
  }),
  'billing.setupIntentSecret': defineCall({
    ...shared, id: 'billing.setupIntentSecret', method: 'GET', path: '/billing/setup_intent_client_secret', response: clientSecret, errors: [...always],
  }),
  /** Webhook of the card provider; the request is signed. */
  'billing.webhook': defineCall({
    id: 'billing.webhook', method: 'POST', path: '/billing/webhook', host: 'account', auth: 'none', permission: 'anyone',
    response: nothing, errors: ['forbidden', 'feature_not_supported'], ours: true,
  }),
} as const;
