import type { ColumnType } from 'kysely';
import type { ActivityKind } from '#contract/entities/activity.ts';
import type { CreationRights, MemberRole } from '#contract/entities/organization.ts';
import type { CreatedAt } from './identity.tables.ts';

type UpdatedAt = ColumnType<Date, Date | undefined, Date>;
type Json<T> = ColumnType<T, string | undefined, string>;

interface OrganizationAttributes {
  billingUsed?: boolean;
  trialStatus?: string | null;
  promoCodesUsed?: string[];
}

export interface OrganizationsTable {
  id: string;
  owner_id: string;
  name: string;
  logo: string | null;
  global_settings: Json<Partial<CreationRights>>;
  branding: ColumnType<unknown, string | undefined, string>;
  send_approval: ColumnType<unknown, string | undefined, string>;
  attributes: Json<OrganizationAttributes>;
  require_second_factor: ColumnType<boolean, boolean | undefined, boolean>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
  deleted_at: Date | null;
}

export interface MembersTable {
  org_id: string;
  user_id: string;
  role: ColumnType<MemberRole, MemberRole | undefined, MemberRole>;
  status: ColumnType<'active' | 'invited', 'active' | 'invited' | undefined, 'active' | 'invited'>;
  permissions: ColumnType<CreationRights | null, string | null | undefined, string | null>;
  created_at: CreatedAt;
}

export interface TeamsTable {
  id: string;
  org_id: string;
  name: string;
  description: string | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface TeamMembersTable {
  team_id: string;
  org_id: string;
  user_id: string;
  created_at: CreatedAt;
}

export interface InvitesTable {
  id: string;
  org_id: string;
  user_id: string;
  invited_by: string;
  ticket_hash: Buffer;
  expires_at: Date;
  accepted_at: Date | null;
  created_at: CreatedAt;
}

/** Resources of an organization that wait for their new owner. */
export interface ResourceTransfersTable {
  id: string;
  org_id: string;
  from_owner: string | null;
  to_owner: string;
  to_org: string | null;
  started_at: CreatedAt;
}

/** What was done in an organization. */
export interface OrganizationActivityTable {
  id: ColumnType<string, never, never>;
  org_id: string;
  kind: ActivityKind;
  actor_id: string | null;
  member_id: string | null;
  transaction_id: string | null;
  team_id: string | null;
  at: CreatedAt;
}

export interface OrganizationTables {
  organization_activity: OrganizationActivityTable;
  resource_transfers: ResourceTransfersTable;
  organizations: OrganizationsTable;
  members: MembersTable;
  teams: TeamsTable;
  team_members: TeamMembersTable;
  invites: InvitesTable;
}
