import type { ColumnType, Generated } from 'kysely';
import type { NotificationCode } from '#contract/entities/notification-messages.ts';
import type { NotificationSource } from '#contract/entities/notification.ts';
import type { CreatedAt } from './identity.tables.ts';

interface RateCountersTable {
  key: string;
  count: string;
  ends_at: Date;
}

interface AdministrativeActionsTable {
  number: string;
  action: string;
  actor: string;
  subject: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  done_at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

interface FeatureOverridesTable {
  holder_id: string;
  flag: string;
  value: boolean;
}

interface BodyKeysTable {
  body_ref: string;
  generation: number;
  sealed: Buffer;
  converting: Generated<boolean>;
  created_at: ColumnType<Date, never, never>;
}

interface BodyPartsTable {
  body_ref: string;
  position: number;
  part_ref: string;
  /** Bytes; 0 while a tail is still coming. */
  size: ColumnType<string, number, number>;
  created_at: ColumnType<Date, never, never>;
}

interface BodyStatesTable {
  body_ref: string;
  state: Buffer;
  objects: Buffer | null;
  objects_ref: string | null;
  created_at: ColumnType<Date, never, never>;
}

interface StorageUseTable {
  holder_id: string;
  used: string;
}

interface StorageChecksTable {
  checked_at: Date;
  wrong_holders: number;
  wrong_bytes: ColumnType<string, number, never>;
}

interface ConversionUseTable {
  user_id: string;
  seconds: number;
  counted_at: Date;
}

export interface NotificationsTable {
  id: string;
  user_id: string;
  code: NotificationCode;
  source_kind: NotificationSource;
  source_id: string;
  person_id: string | null;
  recipient_id: string | null;
  is_new: Generated<boolean>;
  created_at: CreatedAt;
}

export interface PushSubscriptionsTable {
  id: string;
  user_id: string;
  endpoint: string;
  endpoint_hash: Buffer;
  p256dh: string;
  auth: string;
  session_uid: string | null;
  created_at: CreatedAt;
}

export interface OperationsTables {
  push_subscriptions: PushSubscriptionsTable;
  notifications: NotificationsTable;
  conversion_use: ConversionUseTable;
  storage_use: StorageUseTable;
  storage_checks: StorageChecksTable;
  body_keys: BodyKeysTable;
  body_parts: BodyPartsTable;
  body_states: BodyStatesTable;
  rate_counters: RateCountersTable;
  administrative_actions: AdministrativeActionsTable;
  feature_overrides: FeatureOverridesTable;
}

/** An entry exactly as it was hashed; the two JSON objects as their stored text. */
export interface ChainedLine {
  number: string;
  previousHash: string;
  id: string;
  resourceId: string;
  resourceType: string;
  action: string;
  actor: string;
  attributes: string;
  at: string;
  hash: string;
}
