/** Shared configuration of Stripe's library. */
import Stripe from 'stripe';
import { AppError } from '#server/platform/app-error.ts';

const timeoutMs = 20_000;

interface StripeSettings {
  secretKey: string;
  apiBase: string | null;
  /** Time limit of one attempt, in milliseconds. */
  timeLimit?: number;
}

export function openStripe({ secretKey, apiBase, timeLimit = timeoutMs }: StripeSettings): Stripe {
  const base = apiBase === null ? {} : addressOf(apiBase);
  return new Stripe(secretKey, { maxNetworkRetries: 2, timeout: timeLimit, telemetry: false, ...base });
}

/** For installations that reach Stripe through a proxy, and for tests. */
function addressOf(apiBase: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiBase);
  const secure = protocol === 'https:';
  return { host: hostname, port: port === '' ? (secure ? 443 : 80) : Number(port), protocol: secure ? 'https' : 'http' };
}

/** Returns the verified webhook event; throws `forbidden` for an invalid signature. */
export function readStripeEvent(stripe: Stripe, body: Buffer, signature: string | undefined, secret: string): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch {
    throw new AppError('forbidden');
  }
}

/** Maps errors of Stripe to `service_partner_error`. */
export async function stripeAnswer<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new AppError('service_partner_error', { reason: error.type });
    throw error;
  }
}
