/** Who gets a copy of the result. The id of a team is the team; that of a person is only theirs in one request. */
import type { CcEntry } from '#contract/entities/recipient.ts';
import type { Db, Tx } from '#server/adapters/database/database.ts';
import { AppError } from '#server/app/app-error.ts';
import type { CarbonCopyRow } from '#server/repositories/people.repository.ts';
import type { Caller } from './caller.ts';
import { nowhere } from './organization-access.ts';
import { peopleOfTeams } from './team-people.ts';

export const ccOf = ({ id, type, email, phone, first_name: firstName, last_name: lastName }: CarbonCopyRow): CcEntry =>
  ({ id, type, email, phone, firstName, lastName });

/** The same in another request. */
export const ccAnew = (copies: readonly CcEntry[]): CcEntry[] => copies.map((each) => ({ ...each, id: each.type === 'team' ? each.id : undefined }));

/** A copy for somebody without an address, or for a team that the sender may not name, would get lost and nobody would know. */
export async function assertCopiesArrive(db: Db | Tx, copies: readonly Pick<CcEntry, 'id' | 'type' | 'email' | 'phone'>[], sender: Pick<Caller, 'userId' | 'shutOut'>): Promise<void> {
  const lost = copies.filter(({ id, type, email, phone }) => (type === 'team' ? !id : !email && !phone));
  if (lost.length > 0) throw new AppError('fields_empty', { cc: lost.map(({ id }) => id) });
  const teamIds = teamsOf(copies);
  if ((await peopleOfTeams(db, teamIds, sender)) === null) throw new AppError('not_found', { teamIds });
}

/** The accounts in the teams that get a copy; a team that is gone by now, or that the sender has left, has nobody. */
export async function peopleOfCopies(db: Db | Tx, copies: readonly Pick<CcEntry, 'id' | 'type'>[], senderId: string): Promise<string[]> {
  const people = new Set<string>();
  for (const id of teamsOf(copies)) for (const each of (await peopleOfTeams(db, [id], { userId: senderId, shutOut: nowhere })) ?? []) people.add(each);
  return [...people];
}

const teamsOf = (copies: readonly Pick<CcEntry, 'id' | 'type'>[]): string[] => copies.flatMap(({ id, type }) => (type === 'team' && id ? [id] : []));
