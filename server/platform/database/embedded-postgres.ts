/**
 * PostgreSQL in the data folder, for an installation without one of its own. The cluster is created once. It starts
 * and stops with the server, is restarted after a crash, and listens only on a socket that this user can open.
 *
 *     const postgres = await startEmbeddedPostgres({ folder: 'data/postgres' });
 *     openDatabase(postgres.connectionString('countersign'), …);
 *     await postgres.stop();
 */
import { chmodSync, closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedDatabaseError, findLauncher, findPrograms, type Launcher, type PostgresPrograms } from './postgres-binaries.ts';

const superuser = 'countersign';
const socketName = '.s.PGSQL.5432';
/** `sun_path` holds 108 bytes including the terminating zero (104 on macOS). */
const longestSocketPath = process.platform === 'darwin' ? 103 : 107;
const startLimit = 30_000;
/** Milliseconds between checks whether PostgreSQL is running: the system ends it when memory or disk space runs out. */
const checkIntervalMs = 1000;

interface EmbeddedPostgresOptions {
  folder: string;
  /** Without it a crash of the machine may lose all data: for tests only. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  connectionString(database: string): string;
  stop(): Promise<void>;
  /** Stops monitoring without stopping PostgreSQL, when it belongs to another server. */
  leave(): void;
}

interface RunningPostgres extends Omit<EmbeddedPostgres, 'leave'> {
  isAlive(): boolean;
}

export async function startEmbeddedPostgres({ folder, durable = true }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const programs = await findPrograms();
  const launcher = await findLauncher();
  const orphan = await adoptOrphan(folder);
  const cluster = join(folder, 'cluster');
  if (orphan === undefined && !existsSync(join(cluster, 'PG_VERSION'))) await createCluster(programs, launcher, cluster, durable);
  const socketFolder = orphan?.socketFolder ?? makeSocketFolder(folder, launcher);
  const startAnew = (): Promise<RunningPostgres> => start(programs, launcher, folder, socketFolder, durable);
  return restartedAfterCrash(orphan ?? (await startAnew()), startAnew);
}

/** Restarts PostgreSQL whenever it ends without `stop`. */
function restartedAfterCrash(first: RunningPostgres, startAnew: () => Promise<RunningPostgres>): EmbeddedPostgres {
  let running = first;
  let starting: Promise<void> | undefined;
  const look = setInterval(() => {
    if (running.isAlive()) return;
    starting ??= startAnew().then((next) => void (running = next), () => undefined).finally(() => { starting = undefined; });
  }, checkIntervalMs);
  look.unref();
  return {
    connectionString: (database) => running.connectionString(database),
    leave: () => clearInterval(look),
    stop: async () => {
      clearInterval(look);
      await starting;
      await running.stop();
    },
  };
}

async function createCluster(programs: PostgresPrograms, launcher: Launcher, cluster: string, durable: boolean): Promise<void> {
  // An interrupted first start leaves an incomplete cluster without PG_VERSION.
  const parent = dirname(cluster);
  // The user that runs PostgreSQL in place of root must be able to traverse the data folder, but not to list it.
  mkdirSync(dirname(parent), { recursive: true, mode: 0o711 });
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  rmSync(cluster, { recursive: true, force: true });
  mkdirSync(cluster, { mode: 0o700 });
  launcher.give(parent);
  launcher.give(cluster);
  const flags = durable ? [] : ['--no-sync'];
  await launcher.run(programs.initdb, [
    `--pgdata=${cluster}`, `--username=${superuser}`, '--auth=trust', '--encoding=UTF8',
    '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', ...flags,
  ]);
}

async function start(programs: PostgresPrograms, launcher: Launcher, folder: string, socketFolder: string, durable: boolean): Promise<RunningPostgres> {
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  const logPath = join(folder, 'postgres.log');
  // Appends, because the output before the last crash is needed most.
  const log = openSync(logPath, 'a', 0o600);
  const child = launcher.start(programs.postgres, ['-D', join(folder, 'cluster'), ...settings(socketFolder, durable)], log);
  closeSync(log);
  // The child must not keep the Node.js process alive; the server stops it explicitly.
  child.unref();
  let failure: Error | undefined;
  child.once('error', (error) => { failure = error; });
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  await waitUntilReady(socketFolder, () => {
    if (failure === undefined && child.exitCode === null && child.signalCode === null) return;
    throw new EmbeddedDatabaseError(`PostgreSQL did not start: ${failure?.message ?? lastLines(logPath)}`);
  });
  return {
    connectionString: (database) => connectionString(socketFolder, database),
    isAlive: () => child.exitCode === null && child.signalCode === null,
    stop: async () => {
      child.ref();
      child.kill('SIGINT');
      await exited;
      if (socketFolder !== join(folder, 'socket')) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

function settings(socketFolder: string, durable: boolean): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** A folder that only this user can enter: a connection to the socket has superuser rights. */
function makeSocketFolder(folder: string, launcher: Launcher): string {
  const inside = join(folder, 'socket');
  const fits = Buffer.byteLength(join(inside, socketName)) <= longestSocketPath;
  if (fits) mkdirSync(inside, { recursive: true, mode: 0o700 });
  const chosen = fits ? inside : mkdtempSync(join(tmpdir(), 'countersign-'));
  chmodSync(chosen, 0o700);
  launcher.give(chosen);
  return chosen;
}

/** Returns the connection string of a folder's PostgreSQL, if it is running. */
export function runningPostgres(folder: string): ((database: string) => string) | undefined {
  const pidFile = join(folder, 'cluster', 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const [pidLine = '', , , , socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n');
  if (!isAlive(Number(pidLine)) || isOtherProgram(Number(pidLine))) return undefined;
  return (database) => connectionString(socketFolder, database);
}

/** Takes over the PostgreSQL that a killed server left running. */
async function adoptOrphan(folder: string): Promise<(RunningPostgres & { socketFolder: string }) | undefined> {
  const pidFile = join(folder, 'cluster', 'postmaster.pid');
  if (!existsSync(pidFile)) return undefined;
  const [pidLine = '', , , , socketFolder = ''] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(pidLine);
  if (!isAlive(pid)) return undefined;
  if (isOtherProgram(pid)) {
    // The process id was reused by another program; PostgreSQL would take it for a running postmaster.
    rmSync(pidFile);
    return undefined;
  }
  await waitUntilReady(socketFolder, () => {
    if (!isAlive(pid)) throw new EmbeddedDatabaseError('PostgreSQL was just stopping. Please start again.');
  });
  return {
    socketFolder,
    connectionString: (database) => connectionString(socketFolder, database),
    isAlive: () => isAlive(pid),
    stop: async () => {
      if (isAlive(pid)) process.kill(pid, 'SIGINT');
      while (isAlive(pid)) await sleep(25);
    },
  };
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isOtherProgram(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return existsSync(commandLine) && !readFileSync(commandLine, 'utf8').includes('postgres');
}

async function waitUntilReady(socketFolder: string, check: () => void): Promise<void> {
  const deadline = Date.now() + startLimit;
  for (;;) {
    check();
    const client = new pg.Client({ connectionString: connectionString(socketFolder, 'postgres') });
    const error = await client.connect().then(() => undefined, (reason: Error) => reason);
    if (error === undefined) return client.end();
    if (Date.now() > deadline) throw new EmbeddedDatabaseError(`PostgreSQL did not answer within ${startLimit / 1000} s: ${error.message}`);
    await sleep(25);
  }
}

function connectionString(socketFolder: string, database: string): string {
  return `postgresql://${superuser}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`;
}

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trim().split('\n').slice(-3).join(' | ');
}
