import type { CloudSourceId } from '#contract/entities/cloud.ts';
import type { CreatedAt } from './identity.tables.ts';

interface CloudConnectionsTable {
  user_id: string;
  source: CloudSourceId;
  tokens_sealed: Buffer;
  expires_at: Date;
  created_at: CreatedAt;
}

interface CloudRequestsTable {
  state_hash: Buffer;
  user_id: string;
  source: CloudSourceId;
  verifier: string;
  return_to: string;
  code_sealed: Buffer | null;
  expires_at: Date;
}

export interface CloudTables {
  cloud_connections: CloudConnectionsTable;
  cloud_requests: CloudRequestsTable;
}
