/**
 * Recipients of a copy of the result. A team's entry has the id of the team; a person's entry has an id of its own in each
 * transaction.
 */
import type { CcEntry } from '#contract/entities/recipient.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { CarbonCopyRow } from '#server/repositories/people.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { unrestricted } from '#server/services/organizations/organization-access.ts';
import { peopleOfTeams } from '#server/services/organizations/team-members.ts';

export const ccOf = ({ id, type, email, phone, first_name: firstName, last_name: lastName }: CarbonCopyRow): CcEntry =>
  ({ id, type, email, phone, firstName, lastName });

/** Copies the list for another transaction: persons get new ids. */
export const copyCcEntries = (copies: readonly CcEntry[]): CcEntry[] => copies.map((each) => ({ ...each, id: each.type === 'team' ? each.id : undefined }));

/**
 * Throws `fields_empty` for a person without an address, and `not_found` for a team the sender may not name: such a copy would be
 * lost unnoticed.
 */
export async function assertCopiesArrive(db: Db | Tx, copies: readonly Pick<CcEntry, 'id' | 'type' | 'email' | 'phone'>[], sender: Pick<Caller, 'userId' | 'closedOrgIds'>): Promise<void> {
  const lost = copies.filter(({ id, type, email, phone }) => (type === 'team' ? !id : !email && !phone));
  if (lost.length > 0) throw new AppError('fields_empty', { cc: lost.map(({ id }) => id) });
  const teamIds = teamsOf(copies);
  if ((await peopleOfTeams(db, teamIds, sender)) === null) throw new AppError('not_found', { teamIds });
}

/** Returns the account ids in the teams that get a copy. A deleted team, or one the sender has left, contributes none. */
export async function peopleOfCopies(db: Db | Tx, copies: readonly Pick<CcEntry, 'id' | 'type'>[], senderId: string): Promise<string[]> {
  const people = new Set<string>();
  for (const id of teamsOf(copies)) for (const each of (await peopleOfTeams(db, [id], { userId: senderId, ...unrestricted })) ?? []) people.add(each);
  return [...people];
}

const teamsOf = (copies: readonly Pick<CcEntry, 'id' | 'type'>[]): string[] => copies.flatMap(({ id, type }) => (type === 'team' && id ? [id] : []));
