/** What becomes of a message that somebody's act sends to people. */
import { z } from 'zod';

/** A message waits while no mail server or gateway takes it, and is tried again; `failed`: given up. */
export const deliveries = ['waiting', 'sent', 'failed'] as const;
export type Delivery = (typeof deliveries)[number];

/** The answer to whoever waits for a message. Late: the first try to send it failed; it waits and is tried again. */
export const sent = z.object({ late: z.boolean().default(false) });
