/** Gives an organization's resources to a new owner: the first ones at once, so that most transfers end with the call, the others by a job. */
import type { Db, Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { deleteTransfer, findTransfersBefore, lockTransfer, transferPortion, tryLockTransfer, type ResourceTransfer } from '#server/repositories/resource-transfers.repository.ts';

export const transferTask = 'transfer_resources';

/** Resources in one database transaction. */
const portion = 500;
/** Portions that a call waits for: those of a small organization, with a few resources of each kind. */
const portionsOfCall = 5;
/** Portions of one job; the next one goes on, so that other jobs run in between. */
const portionsOfJob = 20;
/** Milliseconds after which a transfer is started again that no job seems to work at. */
const staleAfterMs = 60 * 60 * 1000;
const restartedAtOnce = 100;

export async function startTransfer(tx: Tx, transfer: ResourceTransfer): Promise<void> {
  for (let done = 0; done < portionsOfCall; done += 1) if (await transferNext(tx, transfer)) return;
  await queueTransfer(tx, transfer.id);
}

/** The job. Ends at once if another one works at the transfer, so that of two that were queued one goes on. */
export async function continueTransfer(db: Db, id: string): Promise<void> {
  for (let done = 0; done < portionsOfJob; done += 1) {
    const isOver = await db.transaction().execute(async (tx) => transferNextOf(tx, await tryLockTransfer(tx, id)));
    if (isOver) return;
  }
  await db.transaction().execute((tx) => queueTransfer(tx, id));
}

/** Transfers one portion. True when nothing is left. */
export const transferLocked = async (tx: Tx, id: string): Promise<boolean> => transferNextOf(tx, await lockTransfer(tx, id));

const transferNextOf = async (tx: Tx, transfer: ResourceTransfer | undefined): Promise<boolean> => transfer === undefined || transferNext(tx, transfer);

/** Starts transfers again whose job failed for good. */
export async function restartTransfers(db: Db, now = Date.now()): Promise<void> {
  const ids = await findTransfersBefore(db, new Date(now - staleAfterMs), restartedAtOnce);
  await db.transaction().execute(async (tx) => {
    for (const id of ids) await queueTransfer(tx, id);
  });
}

async function transferNext(tx: Tx, transfer: ResourceTransfer): Promise<boolean> {
  if ((await transferPortion(tx, transfer, portion)) > 0) return false;
  await deleteTransfer(tx, transfer.id);
  return true;
}

const queueTransfer = (tx: Tx, id: string): Promise<void> => addJob(tx, transferTask, { transferId: id }, { jobKey: `${transferTask}:${id}` });
