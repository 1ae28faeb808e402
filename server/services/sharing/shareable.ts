/**
 * What sharing needs to know of a resource, however it is stored. Files, transactions and templates
 * each give one `ShareableKind`; everything else about sharing is the same for all of them.
 */
import type { Insight } from '#contract/entities/insight.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import type { Caller } from '../caller.ts';

export type SharingAct = 'read' | 'readSharing' | 'share' | 'changeOwner' | 'stopSharing';

export interface Shareable {
  id: string;
  title: string;
  ownerId: string;
  /** The organization it was made in. */
  orgId: string | null;
  sharedWith: readonly string[];
  /** Whether the one who asks may do this; who may `share` answers for the owner. */
  may(act: SharingAct): boolean;
}

export interface ShareableKind {
  kind: ResourceKind;
  resourceType: Insight['resourceType'];
  /** The page of the web app that shows the resource, and the one where it is shared. */
  page(id: string): string;
  sharingPage(id: string): string;
  /** With `lock`, nobody else changes it until the database transaction ends. Undefined: there is none. */
  find(db: Db | Tx, id: string, caller: Caller, lock: boolean): Promise<Shareable | undefined>;
  setSharedWith(tx: Tx, id: string, userIds: readonly string[]): Promise<void>;
  setOwner(tx: Tx, resource: Shareable, newOwnerId: string): Promise<void>;
}
