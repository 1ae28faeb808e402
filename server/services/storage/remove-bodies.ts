import type { Tx } from '#server/platform/database/database.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { findOrphanedBodies } from '#server/repositories/bodies.repository.ts';
import { deleteDetachedSignatures } from '#server/repositories/detached-signatures.repository.ts';
import { removeFile, removeVersions } from '#server/repositories/files.repository.ts';
import { releaseUploads } from '#server/repositories/uploads.repository.ts';

/** Bodies are removed by a job after the commit, because storage is not transactional. */
export const removeBodiesTask = 'remove_bodies';

export async function queueRemoval(tx: Tx, refs: readonly string[]): Promise<void> {
  if (refs.length > 0) await addJob(tx, removeBodiesTask, { refs });
}

/** Removes pictures that were replaced or deleted. */
export async function removePictures(tx: Tx, refs: readonly (string | null)[]): Promise<void> {
  const known = refs.filter((ref) => ref !== null);
  if (known.length === 0) return;
  await releaseUploads(tx, known);
  await queueRemoval(tx, known);
}

/** Deletes a file and the signatures beside it. The hashes of its versions stay, and so do bodies shared with copies. */
export async function deleteFile(tx: Tx, id: string): Promise<void> {
  await removeFile(tx, id);
  await deleteDetachedSignatures(tx, id);
  await queueRemoval(tx, await findOrphanedBodies(tx, await removeVersions(tx, id)));
}
