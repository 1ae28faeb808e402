/** The job that makes scheduled backups. Only nodes with `BACKUP_FOLDER` queue it and take it. */
import { join } from 'node:path';
import { backUpInProcess } from '#server/backup/backup-process.ts';
import type { MadeBackup } from '#server/backup/scheduled-backup.ts';
import { retryWhileUnavailable } from '#server/platform/database/connection-errors.ts';
import type { Lane } from '#server/jobs/jobs.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Services } from './services.ts';

const backUpTask = 'back_up';
export type BackupServices = Pick<Services, 'administrativeLog'>;
type BackupInfrastructure = Pick<Infrastructure, 'config' | 'connectionString' | 'db' | 'log'>;

/**
 * A backup that was due within the last day while no node ran is made at the next start. Ten attempts take about four hours.
 * A backup that is due replaces one that failed for good.
 */
const cronOptions = `?fill=1d&max=10&jobKey=${backUpTask}`;

export function backupLanes(infrastructure: BackupInfrastructure, { administrativeLog }: BackupServices): Lane[] {
  const { config: { backups, secretKey, dataDir, s3 }, connectionString, db, log } = infrastructure;
  if (backups === null) return [];
  const keyFile = secretKey === null ? join(dataDir, 'secret.key') : null;
  const record = ({ manifest: { tables, bodies } }: MadeBackup): Promise<void> => db.transaction().execute((tx) => administrativeLog.record(tx, {
    action: 'backup_made', actor: 'schedule', subject: 'installation', details: { rows: tables.reduce((sum, { rows }) => sum + rows, 0), bodies: bodies.count },
  }));
  const tasks: Lane['tasks'] = {
    [backUpTask]: async (_payload, { abortSignal }) => {
      const made = await backUpInProcess({ connectionString, storage: { s3, dataDir }, keyFile, recipient: backups.recipient ?? undefined, plan: backups }, abortSignal);
      if (made === null) return log.warn('a scheduled backup is still running, so none was begun');
      // The backup is complete. Nothing that fails from here on fails the job: another attempt would make another backup.
      await retryWhileUnavailable(() => record(made)).catch((error: unknown) => log.error({ err: error, backup: made.path }, 'a backup was made, but could not be recorded'));
      if (made.removed instanceof Error) log.error({ err: made.removed }, 'old backups could not be removed');
      log.info({ backup: made.path, copied: made.manifest.bodies.copied }, 'a backup was made');
    },
  };
  return [{ tasks, schedule: `${backups.schedule} ${backUpTask} ${cronOptions}`, atOnce: 1 }];
}
