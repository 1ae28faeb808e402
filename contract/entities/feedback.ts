/** Feedback to the operators of the installation (document 1 §3: support tickets). */
import { z } from 'zod';
import { email, objectId } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const ticketPriorities = { low: 1, medium: 2, high: 3, urgent: 4 } as const;
export const ticketStatuses = { open: 2, pending: 3, resolved: 4, closed: 5 } as const;

export const feedbackForm = z.object({
  subject: z.string().trim().max(lengths.title).default(''),
  description: z.string().trim().min(1).max(lengths.message),
  /** Prefilled from the profile; replies go to the values given here. */
  name: z.string().trim().max(lengths.fullName).nullable().default(null),
  email: email.nullable().default(null),
  priority: z.number().int().min(ticketPriorities.low).max(ticketPriorities.urgent).default(ticketPriorities.low),
  /** Identifies the failed request in the log. */
  traceId: z.string().max(128).nullable().default(null),
});
export type FeedbackForm = z.output<typeof feedbackForm>;

export const feedbackTicket = z.object({ id: objectId, status: z.number().int(), priority: z.number().int() });
