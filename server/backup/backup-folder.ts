/**
 * The folder of scheduled backups. Each has the time of its start as its name. One that is being made or removed has the
 * ending `.part`, so a killed process leaves nothing that counts as a backup. Other folders are left alone.
 */
import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { manifestIn } from './manifest.ts';

/** Metrics must not wait for a network folder that is gone. */
const answerWithinMs = 2000;
const partEnding = '.part';
const nameForm = /^countersign-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3}Z)$/;

interface FinishedBackup {
  path: string;
  /** When the backup began: it has what was committed before. */
  startedAt: Date;
}

/** The path of a backup that begins now, to be made at the path of `partOf`. */
export const backupAt = (folder: string, startedAt: Date): string => join(folder, `countersign-${startedAt.toISOString().replaceAll(':', '-')}`);

export const partOf = (backup: string): string => `${backup}${partEnding}`;

/** Newest first. Throws if the folder can't be read. */
export async function finishedBackups(folder: string): Promise<FinishedBackup[]> {
  const found = (await readdir(folder)).map((name) => ({ path: join(folder, name), startedAt: startOf(name) }));
  return found
    .filter((backup): backup is FinishedBackup => backup.startedAt !== null && hasManifest(backup.path))
    .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

/** Reads the start of the newest finished backup. While the folder does not answer, no call reads it again. */
export function newestStartIn(folder: string): () => Promise<Date | null> {
  let reading: Promise<Date | null> | undefined;
  const read = (): Promise<Date | null> => finishedBackups(folder).then(([newest]) => newest?.startedAt ?? null).finally(() => { reading = undefined; });
  return () => Promise.race([(reading ??= read()), sleep(answerWithinMs, null, { ref: false })]);
}

/** Removes what a killed process left. Only while no other backup runs. */
export async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(partEnding) && startOf(name.slice(0, -partEnding.length)) !== null) await rm(join(folder, name), { recursive: true });
  }
}

/** Removes finished backups beyond the `keep` newest. Returns how many. */
export async function removeOldBackups(folder: string, keep: number): Promise<number> {
  const old = (await finishedBackups(folder)).slice(Math.max(keep, 1));
  for (const { path } of old) {
    await rename(path, partOf(path));
    await rm(partOf(path), { recursive: true });
  }
  return old.length;
}

const hasManifest = (path: string): boolean => existsSync(manifestIn(path)) || existsSync(`${manifestIn(path)}.age`);

function startOf(name: string): Date | null {
  const time = nameForm.exec(name);
  return time === null ? null : new Date(`${time[1]}T${time[2]}:${time[3]}:${time[4]}`);
}
