import type { ColumnType } from 'kysely';

export interface RateCountersTable {
  key: string;
  count: string;
  ends_at: Date;
}

export interface AdministrativeActsTable {
  number: string;
  act: string;
  actor: string;
  subject: string;
  details: ColumnType<Record<string, unknown>, string, never>;
  done_at: Date;
  previous_hash: Buffer;
  hash: Buffer;
}

export interface FeatureOverridesTable {
  holder_id: string;
  flag: string;
  value: boolean;
}

export interface OperationsTables {
  rate_counters: RateCountersTable;
  administrative_acts: AdministrativeActsTable;
  feature_overrides: FeatureOverridesTable;
}
