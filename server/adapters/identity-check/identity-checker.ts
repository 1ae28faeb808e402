/**
 * A third party that looks at people and their papers. Ours is one side of it: a session is opened, the person goes to
 * its page, and the outcome comes back by a signed notice. One that does not answer is a `service_partner_error`.
 */
export interface CheckSession {
  /** Asking again with the same key opens one session. */
  key: string;
  email: string | null;
  phone: string | null;
  /** Where the person comes back to. */
  returnUrl: string;
}

export interface IdentityNotice {
  /** Of the session. */
  reference: string;
  /** `pending`: the person has done their part. */
  outcome: 'pending' | 'verified' | 'declined' | 'canceled';
  reason: string | null;
}

export interface IdentityChecker {
  readonly name: string;
  open(session: CheckSession): Promise<{ reference: string; url: string }>;
  /** One that has ended already stays as it is. */
  cancel(reference: string): Promise<void>;
  /** Null: signed well, but about something else. Throws `forbidden` for what the third party did not sign. */
  readNotice(body: Buffer, signature: string | undefined): IdentityNotice | null;
}
