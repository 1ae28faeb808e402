/**
 * Tells a person who waits for a code or link when it can't be sent. The result of the first delivery attempt is
 * awaited briefly: a mail server that is down is reported at once, a slow one isn't waited for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { findDelivery } from '#server/repositories/outbox.repository.ts';

const longest = 1500;
const between = 50;

type Refused = 'unable_to_send_email' | 'unable_to_send_sms';

/**
 * Maps the result of the first attempt: throws `refused` for a permanent failure; `late` when the message will be
 * retried.
 */
export function answerOf(delivery: Delivery | null, refused: Refused): { late: boolean } {
  if (delivery === 'failed') throw new AppError(refused);
  return { late: delivery === 'waiting' };
}

/**
 * Returns the result of the first delivery attempt; null when there was none in time or the messages stay in the
 * local outbox.
 */
export type FirstAttempt = (noticeId: string | null) => Promise<Delivery | null>;

export function awaitFirstAttempt(db: Db, config: Pick<Config, 'smtpUrl' | 'sms'>): FirstAttempt {
  if (config.smtpUrl === null && config.sms === null) return () => Promise.resolve(null);
  return async (noticeId) => {
    const end = Date.now() + longest;
    while (noticeId !== null) {
      const delivery = await findDelivery(db, noticeId);
      if (delivery !== null || Date.now() >= end) return delivery;
      await sleep(between);
    }
    return null;
  };
}
