/** Compares the counters of lists with the rows and corrects them. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { correctFilesInBulk, correctListCounts, deleteEmptyCounts, foldListCounts, recordListCheck, type CountDrift } from '#server/repositories/list-counts.repository.ts';

export async function checkLists(db: Db, log?: Pick<FastifyBaseLogger, 'error'>): Promise<CountDrift[]> {
  const files = await correctFilesInBulk(db);
  if (files > 0) log?.error({ files }, 'files were not marked rightly as sent in bulk, and were marked anew');
  const drift = await correctListCounts(db);
  for (const each of drift) log?.error({ ...each }, 'the resources of an account were not counted rightly, and were counted anew');
  await foldLists(db);
  await deleteEmptyCounts(db);
  await recordListCheck(db, files + drift.reduce((sum, each) => sum + Math.abs(each.difference), 0));
  return drift;
}

/** Folds all changes that are there. */
export async function foldLists(db: Db): Promise<void> {
  while ((await foldListCounts(db)) > 0);
}
