import type { ColumnType, Generated } from 'kysely';

/** Set by the database on insert. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>;
type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

export interface UsersTable {
  id: string;
  type: Generated<'guest' | 'user'>;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  email_verified: Generated<boolean>;
  pending_email: string | null;
  phone: string | null;
  phone_verified: Generated<boolean>;
  avatar: string | null;
  locale: string | null;
  role: Generated<string>;
  country: string | null;
  city: string | null;
  company: string | null;
  birth_date: string | null;
  notification_priority: Generated<string>;
  notification_settings: Generated<number>;
  theme: Generated<'auto' | 'light' | 'dark'>;
  cookies_consent_date: Date | null;
  passkey_offer_date: Date | null;
  /** The account is being deleted, and counts as one that does not exist. */
  deletion_started_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** An account that is being deleted, with the addresses that it had. */
export interface AccountDeletionsTable {
  user_id: string;
  email: string | null;
  email_verified: boolean;
  phone: string | null;
  ip: string;
  user_agent: string;
  successor_id: string | null;
  removed: ColumnType<string, never, never>;
  started_at: CreatedAt;
}

export interface OidcRecordsTable {
  model: string;
  id: string;
  payload: unknown;
  grant_id: string | null;
  user_code: string | null;
  uid: string | null;
  expires_at: Date | null;
  consumed_at: Date | null;
}

interface SealedKeysTable {
  name: string;
  sealed: Buffer;
  created_at: CreatedAt;
}

interface OneTimeCodesTable {
  id: string;
  email: string;
  code_hash: Buffer;
  interaction: string;
  tries_left: number;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
}

export interface MagicCodesTable {
  code_hash: Buffer;
  user_id: string;
  /** Where it was sent: exactly one of the two is set. */
  email: string | null;
  phone: string | null;
  purpose: string;
  /** A pass signs in once; it is issued when the button of a link's page is pressed. */
  kind: Generated<'link' | 'pass'>;
  created_at: CreatedAt;
  /** Null: valid as long as what the link refers to. */
  expires_at: Date | null;
  used_at: Date | null;
  /** Hash of the identifier of the page that opened the link first. */
  used_by: Buffer | null;
  /** The person signed in in the browser who agreed to be replaced by the pass's person. */
  agreed_by: Generated<string | null>;
  revoked_at: Date | null;
}

export interface CertificatesTable {
  serial: string;
  user_id: string;
  subject: string;
  email: string;
  certificate: Buffer;
  not_before: Date;
  not_after: Date;
  revoked_at: Date | null;
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: number | null;
  created_at: CreatedAt;
}

export interface MailsTable {
  id: string;
  template: string;
  recipient: string;
  recipient_name: string | null;
  sender_name: string | null;
  locale: string;
  subject: string;
  text_body: string;
  html_body: string;
  attachments: ColumnType<({ name: string; mime: string } & ({ ref: string } | { signing: string }))[], string | undefined, string>;
  status: Generated<'unsent' | 'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: CreatedAt;
  sent_at: Date | null;
  tried_at: Date | null;
  about: string | null;
}

export interface EventsTable {
  key: string;
  /** Assigned at commit, so that ids increase in the order in which events become visible. */
  id: ColumnType<string | null, never, never>;
  type: string;
  resource_id: string;
  actor_id: string | null;
  user_ids: string[];
  org_id: string | null;
  party_ids: string[];
  data: unknown;
  created_at: CreatedAt;
}

interface EventTicketsTable {
  ticket_hash: Buffer;
  user_id: string;
  /** Stored key of the access token that requested the ticket. */
  bearer: string;
  expires_at: Date;
}

export interface ContactsTable {
  id: string;
  owner_id: string;
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface ApplicationsTable {
  id: string;
  owner_id: string;
  name: string;
  scopes: string[];
  client_id: string;
  secret_hash: Buffer;
  grant_id: string;
  last_used_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface ApplicationTokensTable {
  token_hash: Buffer;
  application_id: string;
  expires_at: Date;
}

export interface IdentityTables {
  contacts: ContactsTable;
  applications: ApplicationsTable;
  application_tokens: ApplicationTokensTable;
  users: UsersTable;
  account_deletions: AccountDeletionsTable;
  oidc_records: OidcRecordsTable;
  sealed_keys: SealedKeysTable;
  one_time_codes: OneTimeCodesTable;
  magic_codes: MagicCodesTable;
  certificates: CertificatesTable;
  mails: MailsTable;
  events: EventsTable;
  event_tickets: EventTicketsTable;
}
