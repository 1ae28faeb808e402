/**
 * What sharing needs to know of a resource. Files, transactions and templates each implement `ShareableKind`; everything else is
 * common.
 */
import type { Insight } from '#contract/entities/insight.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { Caller } from '../caller.ts';

export type SharingAction = 'read' | 'readSharing' | 'share' | 'changeOwner' | 'stopSharing';

export interface Shareable {
  id: string;
  title: string;
  ownerId: string;
  /** The organization it was created in. */
  orgId: string | null;
  sharedWith: readonly string[];
  /** Whether the caller may perform `action`. Callers who may `share` act for the owner. */
  may(action: SharingAction): boolean;
}

export interface ShareableKind {
  kind: ResourceKind;
  resourceType: Insight['resourceType'];
  /** Paths in the web app: the page of the resource, and the page on which it is shared. */
  page(id: string): string;
  sharingPage(id: string): string;
  /** `lock`: locks the row until the database transaction ends. Returns undefined if the resource does not exist. */
  find(db: Db | Tx, id: string, caller: Caller, lock: boolean): Promise<Shareable | undefined>;
  setSharedWith(tx: Tx, id: string, userIds: readonly string[]): Promise<void>;
  setOwner(tx: Tx, resource: Shareable, newOwnerId: string): Promise<void>;
}
