import { statfs } from 'node:fs/promises';

/** Returns the bytes of the folder's file system that this user may still write. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
