/** Permissions on bulks: for the owner, and for administrators of the bulk's organization. */
import { actorMayIn, allow, type PermissionTable } from '#contract/permissions/table.ts';

export const bulkActors = ['owner', 'stranger'] as const;
export type BulkActor = (typeof bulkActors)[number];

const bulkActions = ['read', 'update', 'delete', 'cancel'] as const;
export type BulkAction = (typeof bulkActions)[number];

interface BulkView {
  ownerId: string;
  administered?: boolean;
}

const table: PermissionTable<BulkActor, BulkAction, BulkView> = { owner: allow('read', 'update', 'delete', 'cancel'), stranger: {} };

const bulkActorOf = (bulk: BulkView, viewerId: string): BulkActor => (bulk.ownerId === viewerId || bulk.administered ? 'owner' : 'stranger');
export const bulkActorMay = (actor: BulkActor, action: BulkAction, bulk: BulkView): boolean => actorMayIn(table, actor, action, bulk);
export const mayWithBulk = (bulk: BulkView, viewerId: string, action: BulkAction): boolean => bulkActorMay(bulkActorOf(bulk, viewerId), action, bulk);
