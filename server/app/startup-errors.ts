import { isDatabaseUnavailable } from '#server/platform/database/connection-errors.ts';
import { AppError } from '#server/platform/app-error.ts';
import { ConfigError } from '#server/platform/config.ts';

const mendable = ['EmbeddedDatabaseError', 'MigrationError', 'KeyVaultError', 'BackupError', 'StorageError'];

/** SQLSTATE: authentication failed (class 28), no such database (3D000), insufficient privilege (42501). */
const refusals = /^(28...|3D000|42501)$/;
/** TLS to the database: not supported by the server, or its certificate isn't trusted. */
const unsafe = /does not support SSL|self[- ]signed certificate|unable to verify the first certificate|unable to get (local )?issuer certificate|certificate has expired/;
const disk = /^(EACCES|EPERM|EEXIST|ENOTDIR|EISDIR|EROFS|ENOSPC|EDQUOT|EIO|ENOENT)$/;

/**
 * Describes an error at start or stop for the operator: one sentence if the operator can fix it, with a stack trace
 * if it is a defect.
 */
export function explainStartupError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError) return `${error.code}: ${error.message}`;
  if (error instanceof ConfigError || mendable.includes(error.name)) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code?.startsWith('ERR_PARSE_ARGS') === true) return error.message;
  return aboutListening(error) ?? aboutDatabase(error) ?? aboutDisk(error, syscall) ?? `The server could not start or stop: ${error.stack ?? error.message}`;
}

function aboutListening({ code, syscall, message }: NodeJS.ErrnoException): string | undefined {
  if (code === 'EADDRINUSE') return `The port is taken by another program (${message}). Choose another with PORT.`;
  if (syscall === 'listen') return `The server can't listen there (${message}). Are HOST and PORT right, and may this user take the port?`;
  if (syscall === 'getaddrinfo') return `There is no such name (${message}). Are DATABASE_URL and HOST right?`;
  return undefined;
}

function aboutDatabase(error: NodeJS.ErrnoException): string | undefined {
  const { message } = error instanceof AggregateError && error.errors[0] instanceof Error ? error.errors[0] : error;
  if (('severity' in error && refusals.test(error.code ?? '')) || unsafe.test(message)) return `The database does not let the server in (${message}). Is DATABASE_URL right?`;
  if (isDatabaseUnavailable(error) && (!('path' in error) || error.syscall === 'connect')) return `The database can't be reached (${message}). Is it running, and is DATABASE_URL right?`;
  return undefined;
}

const aboutDisk = ({ code, message }: NodeJS.ErrnoException, syscall: string | undefined): string | undefined =>
  (syscall !== undefined && disk.test(code ?? '') ? `A file or folder can't be used (${message}). Is there room, may this user use it, and is DATA_DIR right?` : undefined);
