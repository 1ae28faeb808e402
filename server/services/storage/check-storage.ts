/** Compares the storage counters with the stored bodies and corrects them. */
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#server/platform/database/database.ts';
import { findDrift, recordCheck, recountStorage, type Drift } from '#server/repositories/storage-use.repository.ts';

export async function checkStorage(db: Db, log?: Pick<FastifyBaseLogger, 'error'>): Promise<Drift[]> {
  const drift = await findDrift(db);
  await db.transaction().execute(async (tx) => {
    if (drift.length > 0) await recountStorage(tx);
    await recordCheck(tx, drift);
  });
  for (const { holderId, difference } of drift) log?.error({ holderId, difference }, 'the storage of an account was not counted rightly, and was counted anew');
  return drift;
}
