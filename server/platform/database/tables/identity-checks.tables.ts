import type { ColumnType, Generated } from 'kysely';
import type { IdentityPicture, IdentityRequirement, IdentityValidationStatus } from '#contract/entities/identity-check.ts';
import type { CreatedAt } from './identity.tables.ts';

type UpdatedAt = ColumnType<Date, Date | undefined, Date>;

export interface IdentityChecksTable {
  id: string;
  transaction_id: string;
  recipient_id: string;
  user_id: string | null;
  status: IdentityValidationStatus;
  requirements: IdentityRequirement[];
  manual_approval: boolean;
  /** The third party, its id of the check, and its page for the person. */
  application_id: string | null;
  reference: string | null;
  url: string | null;
  third_party_state: 'open' | 'processing' | 'verified' | null;
  reason: string | null;
  expires_at: Date;
  superseded_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface IdentityEvidenceTable {
  check_id: string;
  kind: IdentityPicture;
  body_ref: string;
  mime: string;
  created_at: Generated<Date>;
}

export interface IdentityTicketsTable {
  ticket_hash: Buffer;
  check_id: string;
  user_id: string;
  expires_at: Date;
}

/** Tables of recipients' identity checks. */
export interface IdentityCheckTables {
  identity_checks: IdentityChecksTable;
  identity_evidence: IdentityEvidenceTable;
  identity_tickets: IdentityTicketsTable;
}
