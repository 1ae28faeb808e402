import { AppError } from './app-error.ts';
import { ConfigError } from './config.ts';

const mendable = ['EmbeddedDatabaseError', 'MigrationError', 'KeyVaultError', 'BackupError', 'StorageError'];

/** What people can mend is said in a sentence; a defect comes with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `The port is taken by another program (${error.message}). Choose another with PORT.`;
  if (code === 'ECONNREFUSED') return `The database can't be reached (${error.message}). Is it running, and is DATABASE_URL right?`;
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  if (error instanceof ConfigError || mendable.includes(error.name)) return error.message;
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return error.message;
  return `The server could not start or stop: ${error.stack ?? error.message}`;
}
