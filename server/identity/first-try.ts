/**
 * Whoever waits for a code or a link is told when it can't be sent. That is only known after the first try, so the answer waits for
 * that: a mail server that is down says so at once, and one that is slow isn't waited for any longer.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Db } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import { findDelivery } from '#server/repositories/outbox.repository.ts';

const longest = 1500;
const between = 50;

type Refused = 'unable_to_send_email' | 'unable_to_send_sms';

/** What the first try tells whoever asked for the message: that it waits, or, where it is refused for good, that it never comes. */
export function answerOf(delivery: Delivery | null, refused: Refused): { late: boolean } {
  if (delivery === 'failed') throw new AppError(refused);
  return { late: delivery === 'waiting' };
}

/** What became of the first try of a message; null where there was none in time, or where messages stay in the local outbox. */
export type FirstTry = (noticeId: string | null) => Promise<Delivery | null>;

export function createFirstTry(db: Db, config: Pick<Config, 'smtpUrl' | 'sms'>): FirstTry {
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
