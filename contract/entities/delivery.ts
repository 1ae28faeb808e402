/** Delivery of messages that users send. */
import { z } from 'zod';

/** `waiting`: not yet accepted by a mail server or gateway, will be retried. `failed`: given up. */
export const deliveries = ['waiting', 'sent', 'failed'] as const;
export type Delivery = (typeof deliveries)[number];

/** `late`: the first attempt failed; the message is queued and will be retried. */
export const sent = z.object({ late: z.boolean().default(false) });
