/**
 * Sandbox for programs that process untrusted files: separate namespaces (bubblewrap) with the system read-only and
 * one writable folder, no network, an unprivileged user, and limits of memory, CPU time and processes.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** The command prefix of a sandbox. `reads`: additional read-only paths. `cpuSeconds`: limit for each process. */
export interface Sandbox {
  readonly kind: 'sandboxed' | 'unsandboxed';
  wrap(folder: string, reads: readonly string[], cpuSeconds: number): readonly string[];
}

const megabyte = 1024 * 1024;
/** Limits of each process. `--data` counts memory that is written to, not address space that is merely reserved. */
const limits = [`--data=${1536 * megabyte}`, `--fsize=${256 * megabyte}`, '--core=0', '--nofile=1024'];
const limited = (cpuSeconds: number, ...more: string[]): string[] => ['prlimit', ...limits, `--cpu=${cpuSeconds}`, ...more, '--'];
const processes = '--nproc=64';

/** System paths without data of this installation: not all of `/etc`, no `/var`, no home directories. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/etc/fonts', '/etc/alternatives', '/etc/ld.so.cache', '/etc/libreoffice', '/etc/ghostscript', '/etc/papersize', '/var/cache/fontconfig', '/var/lib/ghostscript'];
const nobody = '65534';

const bubblewrap: Sandbox = {
  kind: 'sandboxed',
  wrap: (folder, reads, cpuSeconds) => [
    'bwrap', '--unshare-all', '--unshare-user', '--uid', nobody, '--gid', nobody, '--die-with-parent', '--new-session',
    ...system.flatMap((path) => ['--ro-bind-try', path, path]), '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp',
    ...reads.flatMap((path) => ['--ro-bind', path, path]), '--bind', folder, folder, '--chdir', folder, '--',
    ...limited(cpuSeconds, processes),
  ],
};

const withoutNetwork = ['unshare', '--map-root-user', '--net', '--'];

/** For `CONVERSION=unsandboxed`: limits, and no network if the system supports it. */
const unsandboxed = (network: boolean, limiting: boolean): Sandbox => ({
  kind: 'unsandboxed', wrap: (_folder, _reads, cpuSeconds) => [...(network ? withoutNetwork : []), ...(limiting ? limited(cpuSeconds) : [])],
});

/** Whether this command prefix works on this system. */
function works(words: readonly string[]): Promise<boolean> {
  const [program = '', ...rest] = [...words, 'true'];
  return new Promise((resolve) => {
    const probe = spawn(program, rest, { stdio: 'ignore' });
    probe.on('error', () => resolve(false));
    probe.on('exit', (code) => resolve(code === 0));
  });
}

/** Returns null when no sandbox works and the operator hasn't allowed to run without one. */
export async function openSandbox(conversion: 'sandboxed' | 'unsandboxed' | 'off'): Promise<Sandbox | null> {
  if (conversion === 'off') return null;
  if (await works(bubblewrap.wrap('/tmp', [], 1))) return bubblewrap;
  if (conversion === 'sandboxed') return null;
  const [network, limiting] = await Promise.all([works(withoutNetwork), works(limited(1))]);
  return unsandboxed(network, limiting);
}

/** Paths that our own programs need: the runtime, their code, its dependencies. */
const root = join(import.meta.dirname, '../../..');
export const ownCode: readonly string[] = [dirname(process.execPath), ...['server', 'contract', 'node_modules', 'package.json'].map((name) => join(root, name))];
