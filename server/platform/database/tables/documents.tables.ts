import type { ColumnType, Generated } from 'kysely';
import type { AttachmentRequest } from '#contract/entities/attachment.ts';
import type { bulkJobs, bulkJobStatuses, bulkRecipientStatuses, bulkSources } from '#contract/entities/bulk.ts';
import type { CcEntry, Participation } from '#contract/entities/recipient.ts';
import type { DraftLocks, LockablePart } from '#contract/entities/template-lock.ts';
import type { Template } from '#contract/entities/template.ts';
import type { IdentityRequirement } from '#contract/entities/identity-check.ts';
import type { Field, FillType } from '#contract/entities/field.ts';
import type { LabelKind } from '#contract/entities/label.ts';
import type { ListValues } from '#contract/entities/list-values.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { InsightAction } from '#contract/entities/insight.ts';
import type { MediaType } from '#contract/entities/media.ts';
import type { SavedQuery } from '#contract/entities/saved-filter.ts';
import type { SendApproval } from '#contract/entities/send-approval.ts';
import type { SignatureInfo } from '#contract/entities/signature-info.ts';
import type { AccessStatus, ResourceKind } from '#contract/entities/sharing.ts';
import type { AuditStatus, TransactionMessage, TransactionOptions, TransactionStatus } from '#contract/entities/transaction.ts';

/** Set by the database on insert. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;
type UpdatedAt = ColumnType<Date, Date | undefined, Date>;
/** Whether its space keeps it in the archive. Written by `archive.repository.ts`. */
type Archived = ColumnType<boolean, never, never>;
/** Written as JSON text, read as a parsed value. */
type Json<T> = ColumnType<T, string, string>;
/** `bigint`: the driver returns it as text. */
type BigNumber = ColumnType<string, number, number>;
type NullableBigNumber = ColumnType<string | null, number | null | undefined, number | null>;

/** What a signer changes of a field by filling it, as it was before. */
export type ReplacedField = Pick<Field, 'id' | 'value' | 'recipient'>;

export type TemplateRecipient = Template['recipients'][number];

export type UploadPurpose = 'file' | 'file_update' | 'prepared' | 'signed' | 'media' | 'media_update' | 'avatar' | 'identity' | 'attachment' | 'encrypted';
export type UploadStatus = 'open' | 'receiving' | 'stored' | 'waiting' | 'used' | 'refused';
export type VersionKind = 'original' | 'update' | 'prepared' | 'signed';

export interface UploadsTable {
  token_hash: Buffer;
  body_ref: string;
  owner_id: string;
  /** The account whose storage the body counts for until a file version refers to it. */
  holder_id: string;
  purpose: UploadPurpose;
  file_id: string | null;
  transaction_id: string | null;
  recipient_id: string | null;
  media_id: string | null;
  base_version: number | null;
  /** The body that an uploaded tail continues, as the client named it; null for a whole body. */
  base_ref: string | null;
  base_size: NullableBigNumber;
  base_hash: string | null;
  /** The object that keeps the tail, and its size. */
  tail_ref: string | null;
  tail_size: NullableBigNumber;
  mime: string;
  max_size: BigNumber;
  status: Generated<UploadStatus>;
  size: NullableBigNumber;
  /** Announced bytes, reserved during the upload. */
  reserved: NullableBigNumber;
  hash: string | null;
  expires_at: Date;
  created_at: CreatedAt;
  stored_at: Date | null;
}

export interface FilesTable {
  id: string;
  owner_id: string;
  title: string;
  type: Generated<'document' | 'audit'>;
  public: Generated<boolean>;
  shared_with: Generated<string[]>;
  fields: Json<Field[]>;
  version: Generated<number>;
  meta_version: Generated<number>;
  source_mime: string | null;
  convert_status: 'pending' | 'resolved' | 'rejected' | null;
  org_id: string | null;
  granted_features: Generated<string[]>;
  /** A copy that a bulk send made, or the audit trail of one; set by triggers. */
  in_bulk: ColumnType<boolean, never, never>;
  archived: Archived;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
  /** The owner has deleted it; people who signed it keep it. */
  owner_left_at: Date | null;
}

export interface FileVersionsTable {
  file_id: string;
  version: number;
  body_ref: string;
  mime: string;
  size: BigNumber;
  hash: string;
  kind: VersionKind;
  transaction_id: string | null;
  recipient_id: string | null;
  created_by: string;
  created_at: CreatedAt;
  /** When the body was removed. */
  removed_at: Date | null;
  /** The account whose storage it counts for; set by triggers. */
  holder_id: ColumnType<string | null, never, never>;
}

export interface TransactionsTable {
  id: string;
  owner_id: string;
  name: string;
  status: Generated<TransactionStatus>;
  message: Json<TransactionMessage>;
  options: Json<TransactionOptions>;
  shared_with: Generated<string[]>;
  public: Generated<boolean>;
  /** Whether only the browsers of its people can read it. Never changed. */
  end_to_end_encrypted: Generated<boolean>;
  rejection_reason: string | null;
  version: Generated<number>;
  org_id: string | null;
  expires_at: Date | null;
  started_at: Date | null;
  completed_at: Date | null;
  password_sealed: Buffer | null;
  audit_status: AuditStatus | null;
  audit_file_id: string | null;
  /** Why its last job failed. */
  error_code: ErrorCode | null;
  template_id: string | null;
  bulk_id: string | null;
  /** The transaction that this one was made to correct. */
  corrects_id: string | null;
  /** The transaction that this one was duplicated from. It may no longer be there. */
  duplicate_of: string | null;
  granted_features: Generated<string[]>;
  /** What its template fixes in the draft. */
  locks: ColumnType<DraftLocks | null, string | null | undefined, never>;
  archived: Archived;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
  /** The owner has deleted it; the parties keep it. */
  owner_left_at: Date | null;
}

/** A document as it is to be sent: its version, that of its fields, and the prepared body. */
export interface HeldDocument {
  fileId: string;
  version: number;
  metaVersion: number;
  /** The prepared body. Null for a page, which stays as it is. */
  bodyRef: string | null;
}

/** The keyed hash of an access code that the sender tells a recipient. */
export interface HeldAccessCode {
  recipientId: string;
  hash: string;
}

/** Drafts that wait for approval before they are sent, or were returned. */
export interface SendApprovalsTable {
  transaction_id: string;
  org_id: string;
  status: SendApproval['status'];
  requested_by: string;
  requested_at: Date;
  /** SHA-256 of what is to be sent, apart from the documents. */
  digest: string;
  documents: Json<HeldDocument[]>;
  password_sealed: Buffer | null;
  access_codes: Json<HeldAccessCode[]>;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string | null;
}

interface TransactionFilesTable {
  transaction_id: string;
  file_id: string;
  position: number;
}

/** Files that signers attached, one for each request of theirs. */
export interface AttachmentsTable {
  recipient_id: string;
  request_id: string;
  transaction_id: string;
  body_ref: string;
  name: string;
  mime: string;
  size: BigNumber;
  hash: string;
  created_at: CreatedAt;
}

/** Versions of end-to-end encrypted transactions. Size and hash are those of the encrypted body. */
export interface EncryptedVersionsTable {
  transaction_id: string;
  version: number;
  body_ref: string;
  size: BigNumber;
  hash: string;
  /** Who signed it; null for what the sender sent. */
  recipient_id: string | null;
  created_at: CreatedAt;
}

export interface RecipientsTable {
  id: string;
  transaction_id: string;
  position: number;
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
  locale: string | null;
  role: string;
  type: string;
  in_person: boolean;
  participation: Generated<Participation>;
  /** The files that an approver or a viewer has opened. */
  viewed_file_ids: Generated<string[]>;
  /** The place in the signing order; null: after the one before them. */
  signing_order: number | null;
  identity_requirements: IdentityRequirement[];
  identity_require_manual_approval: boolean;
  user_id: string | null;
  invited_at: Date | null;
  completed_at: Date | null;
  declined_at: Date | null;
  reminded_at: Date | null;
  /** When the next automatic reminder is due, and how many there were. */
  next_reminder_at: Date | null;
  automatic_reminders: Generated<number>;
  /** What the sender writes to this recipient only. */
  private_message: Generated<string>;
  /** What a signer is asked to attach. */
  attachments: ColumnType<AttachmentRequest[], string | undefined, string>;
  access_code_required: Generated<boolean>;
  /** Keyed; null until the request is sent, or until a code is sent by text message. */
  access_code_hash: string | null;
  /** Where codes are sent by text message, and when the last one was; null if the sender tells the code. */
  access_code_phone: string | null;
  access_code_sent_at: Date | null;
  /** Wrong entries since the code was set or last entered. */
  access_code_failures: Generated<number>;
  /** The session in which the code was entered, and when. */
  access_session: string | null;
  access_entered_at: Date | null;
  viewed_at: Date | null;
  /** The last mail or text message with the request. */
  notice_id: string | null;
  /**
   * When the recipient last entered the code that proves their presence at the host's device, and the address it
   * was sent to.
   */
  presence_proven_at: Date | null;
  presence_proven_by: string | null;
}

export interface CarbonCopiesTable {
  transaction_id: string;
  position: number;
  id: string;
  type: 'user' | 'team';
  email: string | null;
  phone: string | null;
  first_name: string | null;
  last_name: string | null;
}

export interface SigningsTable {
  id: string;
  transaction_id: string;
  file_id: string;
  recipient_id: string;
  user_id: string;
  file_version: number;
  hash: string;
  signature: Json<Partial<SignatureInfo>>;
  /** The fields that the signer filled, as they were before. Null: signed before this was recorded. */
  replaced_fields: ColumnType<ReplacedField[] | null, string | undefined, never>;
  created_at: CreatedAt;
}

/** The CMS of a signing whose file stays as it is. */
export interface DetachedSignaturesTable {
  signing_id: string;
  cms: Buffer;
}

export interface WaitingSigningsTable {
  transaction_id: string;
  file_id: string;
  recipient_id: string;
  body_ref: string;
  base_version: number;
  caller: Json<object>;
  created_at: CreatedAt;
}

export interface MediaTable {
  id: string;
  owner_id: string;
  type: MediaType;
  image_ref: string;
  fill_type: FillType;
  is_default: boolean;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface InsightsTable {
  id: string;
  resource_id: string;
  resource_type: 'document' | 'transaction' | 'template';
  action: InsightAction;
  actor: Json<Record<string, unknown>>;
  attributes: Json<Record<string, unknown>>;
  created_at: CreatedAt;
  /** Assigned at commit, with the hashes that chain the entries of a resource. */
  number: Generated<string | null>;
  previous_hash: Generated<string | null>;
  hash: Generated<string | null>;
}

export interface AccessRequestsTable {
  id: string;
  kind: ResourceKind;
  resource_id: string;
  user_id: string;
  status: Generated<AccessStatus>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface TransactionDismissalsTable {
  transaction_id: string;
  user_id: string;
  created_at: CreatedAt;
}

export interface TemplatesTable {
  id: string;
  owner_id: string;
  org_id: string | null;
  name: string;
  status: Generated<'created' | 'draft'>;
  public: Generated<boolean>;
  message: Json<TransactionMessage>;
  options: Json<TransactionOptions>;
  recipients: Json<TemplateRecipient[]>;
  cc: Json<CcEntry[]>;
  shared_with: Generated<string[]>;
  locked_parts: Generated<LockablePart[]>;
  version: Generated<number>;
  archived: Archived;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
}

interface TemplateFilesTable {
  template_id: string;
  file_id: string;
  position: number;
}

export interface DirectLinksTable {
  template_id: string;
  token_hash: Buffer;
  /** So that the owner can copy the link again. */
  token_sealed: Buffer;
  enabled: boolean;
  max_uses: number | null;
  uses: Generated<number>;
  expires_at: Date | null;
  once_per_person: boolean;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

interface DirectLinkUsesTable {
  template_id: string;
  transaction_id: string;
  recipient_id: string;
}

export interface BulksTable {
  id: string;
  owner_id: string;
  org_id: string | null;
  name: string;
  source_type: (typeof bulkSources)[number];
  source_id: string;
  status: Generated<'pending' | 'completed'>;
  job_type: (typeof bulkJobs)[number] | null;
  job_status: (typeof bulkJobStatuses)[number] | null;
  /** The data to send, as written by the service. */
  blueprint: Json<unknown>;
  total: number;
  completed: Generated<number>;
  failed: Generated<number>;
  shared_with: Generated<string[]>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
}

export interface BulkRecipientsTable {
  bulk_id: string;
  position: number;
  email: string;
  first_name: string | null;
  last_name: string | null;
  values: ColumnType<ListValues, string | undefined, never>;
  status: Generated<(typeof bulkRecipientStatuses)[number]>;
  transaction_id: string | null;
  error: string | null;
}

export interface LabelsTable {
  id: string;
  kind: LabelKind;
  user_id: string | null;
  org_id: string | null;
  created_by: string | null;
  name: string;
  created_at: CreatedAt;
}

export interface SavedFiltersTable {
  id: string;
  user_id: string;
  org_id: string | null;
  kind: ResourceKind;
  name: string;
  query: Json<SavedQuery>;
  created_at: CreatedAt;
}

/** Tables of files, transactions, templates, bulk sends, sharing and media. */
export interface DocumentTables {
  uploads: UploadsTable;
  files: FilesTable;
  file_versions: FileVersionsTable;
  transactions: TransactionsTable;
  send_approvals: SendApprovalsTable;
  transaction_files: TransactionFilesTable;
  recipients: RecipientsTable;
  attachments: AttachmentsTable;
  encrypted_versions: EncryptedVersionsTable;
  carbon_copies: CarbonCopiesTable;
  signings: SigningsTable;
  waiting_signings: WaitingSigningsTable;
  detached_signatures: DetachedSignaturesTable;
  media: MediaTable;
  insights: InsightsTable;
  access_requests: AccessRequestsTable;
  transaction_dismissals: TransactionDismissalsTable;
  templates: TemplatesTable;
  template_files: TemplateFilesTable;
  direct_links: DirectLinksTable;
  direct_link_uses: DirectLinkUsesTable;
  bulks: BulksTable;
  bulk_recipients: BulkRecipientsTable;
  labels: LabelsTable;
  saved_filters: SavedFiltersTable;
}
