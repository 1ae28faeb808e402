/**
 * A support desk with an HTTP API: `POST` of the ticket as JSON with a bearer token. `Idempotency-Key` is the
 * ticket's id, so that a retry opens no second ticket.
 */
import type { Config } from '#server/platform/config.ts';

interface SupportTicket {
  id: string;
  subject: string;
  description: string;
  name: string | null;
  email: string | null;
  priority: number;
  status: number;
  /** Hidden field of the desk. */
  custom_fields: { trace_id: string | null };
}

export interface SupportDesk {
  open(ticket: SupportTicket): Promise<void>;
}

const timeLimit = 15_000;

export function httpSupportDesk({ url, token }: NonNullable<Config['supportDesk']>): SupportDesk {
  return {
    open: async (ticket) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': ticket.id, ...(token !== null && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify(ticket),
        redirect: 'error',
        signal: AbortSignal.timeout(timeLimit),
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`the support desk answered ${response.status}`);
    },
  };
}
