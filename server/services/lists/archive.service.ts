/** Putting entries of a list into the archive, and taking them out. */
import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import type { Db } from '#server/platform/database/database.ts';
import { archiveForPerson, lockEntries, setArchived, unarchiveForPerson } from '#server/repositories/archive.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { isOwned, receivedBy } from './own-entries.ts';

export type ArchiveService = ReturnType<typeof createArchiveService>;

export function createArchiveService({ db }: { db: Db }) {
  const archive = (caller: Caller, { kind, ids, archived }: NonNullable<InputOf<'lists.archive'>['body']>): Promise<OutputOf<'lists.archive'>> =>
    db.transaction().execute(async (tx) => {
      const entries = await lockEntries(tx, kind, ids);
      const owned = entries.filter((entry) => isOwned(entry, caller)).map(({ id }) => id);
      const received = await receivedBy(tx, caller, kind, entries.filter(({ id }) => !owned.includes(id)));
      await setArchived(tx, kind, owned, archived);
      await (archived ? archiveForPerson : unarchiveForPerson)(tx, kind, received, caller.userId);
      const done = new Set([...owned, ...received]);
      return { results: ids.map((id) => ({ id, error: done.has(id) ? null : ('not_found' as const) })) };
    });
  return { archive };
}
