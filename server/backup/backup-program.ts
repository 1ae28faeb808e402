/** The process in which a scheduled backup is made (`backup-process.ts`). It ends the backup when the server goes away. */
import { openStorage } from '#server/adapters/storage/open-storage.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { stopMessage, type BackupAnswer, type BackupRequest } from './backup-process.ts';
import { makeScheduledBackup, type MadeBackup } from './scheduled-backup.ts';

const stopping = new AbortController();
const stop = (): void => stopping.abort();
process.once('disconnect', stop);
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('message', (message: BackupRequest | typeof stopMessage) => {
  if (message === stopMessage) stop();
  else void answerTo(message).then(send);
});

async function answerTo(order: BackupRequest): Promise<BackupAnswer> {
  try {
    return { made: await make(order) };
  } catch (error) {
    return { error };
  }
}

async function make({ connectionString, storage: place, keyFile, recipient, plan }: BackupRequest): Promise<MadeBackup | null> {
  const database = openDatabase(connectionString, () => undefined);
  const storage = openStorage(place);
  try {
    return await makeScheduledBackup({ pool: database.pool, storage, keyFile, recipient, signal: stopping.signal }, plan);
  } finally {
    storage.close();
    await database.close();
  }
}

function send(answer: BackupAnswer): void {
  if (process.connected) process.send?.(answer, () => process.disconnect());
}
