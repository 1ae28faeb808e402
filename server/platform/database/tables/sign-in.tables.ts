import type { ColumnType, Generated } from 'kysely';
import type { AccountChangeKind } from '#contract/entities/account-change.ts';
import type { AuthEventKind } from '#contract/entities/auth-event.ts';
import type { MediaType } from '#contract/entities/media.ts';
import type { CreatedAt } from './identity.tables.ts';

type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

interface PasswordsTable {
  user_id: string;
  hash: string;
  updated_at: UpdatedAt;
}

interface SignInAttemptsTable {
  kind: 'password' | 'code' | 'factor';
  mailbox: string;
  origin: string;
  created_at: CreatedAt;
}

interface KnownDevicesTable {
  user_id: string;
  device_hash: Buffer;
  last_seen_at: Generated<Date>;
}

interface SessionsTable {
  id: string;
  /** The OpenID provider's id of the session. */
  uid: string;
  user_id: string;
  user_agent: Generated<string>;
  network: Generated<string>;
  signed_in_at: Date;
  last_used_at: Generated<Date>;
}

export interface AuthEventsTable {
  id: Generated<string>;
  user_id: string;
  kind: AuthEventKind;
  method: string | null;
  user_agent: string;
  network: string;
  created_at: CreatedAt;
  expires_at: Date;
}

/** Access tokens that were ended before they expired. */
interface EndedTokensTable {
  bearer: string;
  expires_at: Date;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Buffer;
  counter: ColumnType<string, number, number>;
  credential_device_type: string;
  credential_backed_up: boolean;
  transports: string[];
  fmt: string;
  aaguid: string;
  authenticator_attachment: string | null;
  user_verified: boolean;
  name: string;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  last_used_at: Date | null;
}

interface WebauthnChallengesTable {
  challenge: string;
  user_id: string | null;
  interaction: string | null;
  expires_at: Date;
}

export type VerificationKind = 'email' | 'phone';

interface VerificationsTable {
  ticket_hash: Buffer;
  user_id: string;
  kind: VerificationKind;
  address: string;
  expires_at: Date;
  created_at: CreatedAt;
}

/** Account changes that were reported to the previous address. */
export interface AccountChangesTable {
  ticket_hash: Buffer;
  user_id: string;
  kind: AccountChangeKind;
  address: string;
  created_at: CreatedAt;
  expires_at: Date;
  used_at: Date | null;
}

interface SecondFactorsTable {
  user_id: string;
  secret_sealed: Buffer;
  created_at: CreatedAt;
  confirmed_at: Date | null;
  last_step: ColumnType<string, number | undefined, number>;
  recovery_salt: Buffer | null;
}

interface RecoveryCodesTable {
  user_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

/** Sign-ins that wait for the second factor. */
export interface PendingSignInsTable {
  interaction: string;
  user_id: string;
  how: string;
  password_hash: string | null;
  tries_left: number;
  expires_at: Date;
}

interface IdentitiesTable {
  connection: string;
  subject: string;
  user_id: string;
  created_at: CreatedAt;
}

interface UpstreamRequestsTable {
  state_hash: Buffer;
  interaction: string;
  connection: string;
  nonce: string;
  verifier: string;
  expires_at: Date;
}

export interface TextMessagesTable {
  id: string;
  template: string;
  recipient: string;
  locale: string;
  body: string;
  status: Generated<'unsent' | 'queued' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  last_error: string | null;
  created_at: CreatedAt;
  sent_at: Date | null;
  about: string | null;
}

export interface CaptureTicketsTable {
  ticket_hash: Buffer;
  user_id: string;
  type: MediaType;
  expires_at: Date;
  used_at: Date | null;
}

/** Solved challenges of the proof of work. */
interface SpentChallengesTable {
  id: Buffer;
  expires_at: Date;
}

interface CaptchaPassesTable {
  interaction: string;
  mailbox: string;
  expires_at: Date;
}

export interface SignInTables {
  spent_challenges: SpentChallengesTable;
  captcha_passes: CaptchaPassesTable;
  passwords: PasswordsTable;
  sign_in_attempts: SignInAttemptsTable;
  known_devices: KnownDevicesTable;
  sessions: SessionsTable;
  auth_events: AuthEventsTable;
  ended_tokens: EndedTokensTable;
  passkeys: PasskeysTable;
  webauthn_challenges: WebauthnChallengesTable;
  verifications: VerificationsTable;
  account_changes: AccountChangesTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_sign_ins: PendingSignInsTable;
  identities: IdentitiesTable;
  upstream_requests: UpstreamRequestsTable;
  text_messages: TextMessagesTable;
  capture_tickets: CaptureTicketsTable;
}
