import { billingCalls } from '#contract/calls/billing.calls.ts';
import type { App } from '#server/app/app.types.ts';
import type { BillingService } from '#server/services/billing.service.ts';
import type { Handlers } from './handler.ts';

export const billingRoutes = (billing: BillingService): Handlers<Exclude<keyof typeof billingCalls, 'billing.webhook'>> => ({
  'billing.subscription': ({ caller }) => billing.subscription(caller),
  'billing.paymentMethod': ({ caller }) => billing.paymentMethod(caller),
  'billing.setPaymentMethod': ({ caller, body }) => billing.setPaymentMethod(caller, body.token),
  'billing.deletePaymentMethod': ({ caller }) => billing.deletePaymentMethod(caller),
  'billing.start': ({ caller, body }) => billing.start(caller, body),
  'billing.cancel': ({ caller }) => billing.cancel(caller),
  'billing.update': ({ caller, body }) => billing.update(caller, body),
  'billing.history': ({ caller }) => billing.history(caller),
  'billing.promoCodePreview': ({ caller, body }) => billing.promoCodePreview(caller, body.plan, body.promoCode),
  'billing.balance': ({ caller }) => billing.balance(caller),
  'billing.paymentIntentSecret': ({ caller }) => billing.paymentIntentSecret(caller),
  'billing.setupIntentSecret': ({ caller }) => billing.setupIntentSecret(caller),
});

const largestNotice = 1024 * 1024;

/** The signature is over the bytes as they came, so nothing is parsed before it is checked. */
export async function registerBillingNotices(app: App, billing: BillingService): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: largestNotice }, (_request, body, done) => done(null, body));
    scope.post(billingCalls['billing.webhook'].path, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      await billing.takeNotice(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), typeof signature === 'string' ? signature : undefined);
      return reply.status(204).send();
    });
  });
}
