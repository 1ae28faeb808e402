/** Which entries are in the lists of a caller, and whether as the space's own or as somebody else's. */
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { EntryOwnership } from '#server/repositories/archive.repository.ts';
import { spaceOf, viewerOf, type Caller } from '#server/services/caller.ts';
import { effectiveAccess } from '#server/services/organizations/organization-access.ts';
import { findStates, readsAsPublic, viewOf } from '#server/services/transactions/transaction-state.ts';

/** Whether the entry is one of those that the space lists as its own, or the caller's own of another space. */
export function isOwned(entry: EntryOwnership, caller: Caller): boolean {
  const { organization } = spaceOf(caller);
  if (entry.owner_left) return false;
  return effectiveAccess(entry, caller).ownerId === caller.userId || (organization?.everything === true && entry.org_id === organization.id);
}

/** Which of the entries of others are in the caller's lists. */
export async function receivedBy(tx: Tx, caller: Caller, kind: ResourceKind, entries: readonly EntryOwnership[]): Promise<string[]> {
  const shared = entries.filter((entry) => effectiveAccess(entry, caller).sharedWith.includes(caller.userId)).map(({ id }) => id);
  const others = entries.map(({ id }) => id).filter((id) => !shared.includes(id));
  return kind === 'transaction' ? [...shared, ...(await participatedIn(tx, caller, others))] : shared;
}

/** Transactions that the caller signs, signed, or has a copy of. */
async function participatedIn(tx: Tx, caller: Caller, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const states = await findStates(tx, ids);
  return states.filter((state) => may(viewOf(state, caller), viewerOf(caller), 'read') && !readsAsPublic(state, caller, false)).map(({ row }) => row.id);
}
