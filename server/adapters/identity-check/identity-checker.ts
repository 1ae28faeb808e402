/**
 * A third party that verifies people and their identity documents. The server opens a session, the person visits
 * its page, and the outcome arrives by a signed webhook. An unavailable third party is a `service_partner_error`.
 */
interface CheckSession {
  /** Idempotency key: repeating the call opens no second session. */
  key: string;
  email: string | null;
  phone: string | null;
  /** Where the person returns to. */
  returnUrl: string;
}

export interface IdentityNotice {
  /** Id of the session. */
  reference: string;
  /** `pending`: the person has submitted everything. */
  outcome: 'pending' | 'verified' | 'declined' | 'canceled';
  reason: string | null;
}

export interface IdentityChecker {
  readonly name: string;
  open(session: CheckSession): Promise<{ reference: string; url: string }>;
  /** No effect on a session that has ended. */
  cancel(reference: string): Promise<void>;
  /** Returns null for a validly signed notice about something else. Throws `forbidden` for an invalid signature. */
  readNotice(body: Buffer, signature: string | undefined): IdentityNotice | null;
}
