import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** SoftHSM's PKCS#11 module, as Debian installs it. */
export const softHsm = '/usr/lib/softhsm/libsofthsm2.so';

/** Whether a token can be made here. */
export const hasToken = spawnSync('pkcs11-tool', ['--module', softHsm, '--show-info']).status === 0 && spawnSync('softhsm2-util', ['--version']).status === 0;

/** What opens the tokens that are made here. */
export const softToken = { module: softHsm, token: 'countersign', pin: '1234' };

/** A software token of its own, with this key under the id 01 where one is given; it counts for this process from now on. */
export function makeToken(folder: string, key?: string): void {
  const home = join(folder, 'tokens');
  mkdirSync(home, { recursive: true });
  const configuration = join(folder, 'softhsm2.conf');
  writeFileSync(configuration, `directories.tokendir = ${home}\nobjectstore.backend = file\n`);
  process.env.SOFTHSM2_CONF = configuration;
  const run = (...args: string[]) => execFileSync('softhsm2-util', args, { stdio: 'pipe' });
  run('--init-token', '--free', '--label', softToken.token, '--pin', softToken.pin, '--so-pin', '1234');
  if (key !== undefined) run('--import', key, '--token', softToken.token, '--label', 'signer', '--id', '01', '--pin', softToken.pin);
}

/** Puts a certificate beside its key. */
export function addCertificate(path: string, id = '01'): void {
  const session = ['--module', softHsm, '--token-label', softToken.token, '--login', '--pin', softToken.pin];
  execFileSync('pkcs11-tool', [...session, '--write-object', path, '--type', 'cert', '--id', id], { stdio: 'pipe' });
}
