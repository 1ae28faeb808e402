import { billingCalls } from '#contract/calls/billing.calls.ts';
import type { App } from '#server/http/app.types.ts';
import type { BillingService } from '#server/services/billing/billing.service.ts';
import type { Handlers } from './handler.ts';
import { takeSignedNotices } from './signed-notices.ts';

export const billingRoutes = (billing: BillingService): Handlers<Exclude<keyof typeof billingCalls, 'billing.webhook'>> => ({
  'billing.subscription': ({ caller }) => billing.subscription(caller),
  'billing.paymentMethod': ({ caller }) => billing.paymentMethod(caller),
  'billing.setPaymentMethod': ({ caller, body }) => billing.setPaymentMethod(caller, body.token),
  'billing.deletePaymentMethod': ({ caller }) => billing.deletePaymentMethod(caller),
  'billing.start': ({ caller, body }) => billing.start(caller, body),
  'billing.cancel': ({ caller }) => billing.cancel(caller),
  'billing.update': ({ caller, body }) => billing.update(caller, body),
  'billing.history': ({ caller }) => billing.history(caller),
  'billing.receipt': ({ caller, params }) => billing.receipt(caller, params.id),
  'billing.promoCodePreview': ({ caller, body }) => billing.promoCodePreview(caller, body.plan, body.promoCode),
  'billing.balance': ({ caller }) => billing.balance(caller),
  'billing.paymentIntentSecret': ({ caller }) => billing.paymentIntentSecret(caller),
  'billing.setupIntentSecret': ({ caller }) => billing.setupIntentSecret(caller),
});

export const registerBillingNotices = (app: App, billing: BillingService): Promise<void> =>
  takeSignedNotices(app, billingCalls['billing.webhook'].path, 'stripe-signature', billing.takeNotice);
