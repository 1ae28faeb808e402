/**
 * Where programs run that read what strangers sent: namespaces of their own (bubblewrap), in which there is the system, read-only,
 * and one folder, without network, under a user that is nobody's, with limits of memory, time and processes.
 */
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';

/** The words in front of a command. `reads`: what else of this machine it needs to read. */
export interface Sandbox {
  readonly kind: 'sandboxed' | 'unsandboxed';
  wrap(folder: string, reads: readonly string[]): readonly string[];
}

const megabyte = 1024 * 1024;
/** Of one program, and each that it starts. Of memory what it writes to counts, not what is only set aside. */
const limits = [`--data=${1536 * megabyte}`, `--fsize=${256 * megabyte}`, '--cpu=60', '--core=0', '--nofile=1024'];
const limited = (...more: string[]): string[] => ['prlimit', ...limits, ...more, '--'];
const processes = '--nproc=64';

/** The system without what is this installation's: neither `/etc` as a whole, nor `/var`, nor anybody's home. */
const system = ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/opt', '/etc/fonts', '/etc/alternatives', '/etc/ld.so.cache', '/etc/libreoffice', '/etc/ghostscript', '/etc/papersize', '/var/cache/fontconfig', '/var/lib/ghostscript'];
const nobody = '65534';

const bubblewrap: Sandbox = {
  kind: 'sandboxed',
  wrap: (folder, reads) => [
    'bwrap', '--unshare-all', '--unshare-user', '--uid', nobody, '--gid', nobody, '--die-with-parent', '--new-session',
    ...system.flatMap((path) => ['--ro-bind-try', path, path]), '--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp',
    ...reads.flatMap((path) => ['--ro-bind', path, path]), '--bind', folder, folder, '--chdir', folder, '--',
    ...limited(processes),
  ],
};

const withoutNetwork = ['unshare', '--map-root-user', '--net', '--'];

/** What an operator allows by `CONVERSION=unsandboxed`: limits, and no network where the system lets us. */
const unsandboxed = (...words: string[]): Sandbox => ({ kind: 'unsandboxed', wrap: () => words });

/** Whether programs can be run by these words here. */
function works(words: readonly string[]): Promise<boolean> {
  const [program = '', ...rest] = [...words, 'true'];
  return new Promise((resolve) => {
    const probe = spawn(program, rest, { stdio: 'ignore' });
    probe.on('error', () => resolve(false));
    probe.on('exit', (code) => resolve(code === 0));
  });
}

/** Null where there is none, and the operator has not allowed to do without. */
export async function openSandbox(conversion: 'sandboxed' | 'unsandboxed' | 'off'): Promise<Sandbox | null> {
  if (conversion === 'off') return null;
  if (await works(bubblewrap.wrap('/tmp', []))) return bubblewrap;
  if (conversion === 'sandboxed') return null;
  const [network, limiting] = await Promise.all([works(withoutNetwork), works(limited())]);
  return unsandboxed(...(network ? withoutNetwork : []), ...(limiting ? limited() : []));
}

/** What our own programs need to read: the runtime, their code and the libraries. */
const root = join(import.meta.dirname, '../../..');
export const ownCode: readonly string[] = [dirname(process.execPath), ...['server', 'contract', 'node_modules', 'package.json'].map((name) => join(root, name))];
