/** The certificate that a recipient signs with: of a key file, of the signing helper, of the server; and taking one back. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { codeIn } from '../support/mailbox.ts';
import { freePort } from '../support/product.ts';
import { root as repository } from '../support/shared.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { openRequest } from './people.ts';
import { askOne } from './requests.ts';
import { inWorld, openWorld, type World } from './world.ts';

const keys = mkdtempSync(join(tmpdir(), 'countersign-certificates-'));
const at = (name: string): string => join(keys, name);
const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
const bea = { name: 'Bea Green', email: 'bea@example.com' };

/** A root that the installation trusts, and key files below it; one of them has ended. */
function makeKeys(): void {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  openssl('req', '-x509', ...curve, '-keyout', at('root.key'), '-out', at('root.pem'), '-subj', '/CN=Trust Service', '-days', '30');
  writeFileSync(at('list.ext'), 'crlDistributionPoints = URI:http://authority.example.com/list.crl\nauthorityKeyIdentifier = keyid\n');
  for (const [name, days, ...more] of [['bea', '30'], ['ended', '-1'], ['revoked', '30', '-set_serial', '0x4b', '-extfile', at('list.ext')]] as const) {
    openssl('req', ...curve, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', '/CN=Bea Green');
    openssl('x509', '-req', '-in', at(`${name}.csr`), '-CA', at('root.pem'), '-CAkey', at('root.key'), '-days', days, '-out', at(`${name}.pem`), ...more);
    openssl('pkcs12', '-export', '-inkey', at(`${name}.key`), '-in', at(`${name}.pem`), '-out', at(`${name}.p12`), '-passout', 'pass:open');
  }
}

/** What the authority says of its certificates: one was revoked. */
function listOfRevoked(): Buffer {
  writeFileSync(at('index.txt'), 'R\t491231235959Z\t250101000000Z\t4B\tunknown\t/CN=Bea Green\n');
  writeFileSync(at('ca.cnf'), `[ca]\ndefault_ca = d\n[d]\ndatabase = ${at('index.txt')}\ndefault_md = sha256\ndefault_crl_days = 30\n`);
  openssl('ca', '-config', at('ca.cnf'), '-gencrl', '-keyfile', at('root.key'), '-cert', at('root.pem'), '-out', at('list.crl'));
  return readFileSync(at('list.crl'));
}

/** The helper as a person starts it; it is there when this returns. */
function startHelper(origin: string, port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(repository, 'bindings/bin/countersign.mjs'), 'helper', '--origin', origin, '--port', String(port), '--key', at('bea.p12'), '--passphrase', 'open'], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((resolve, reject) => {
    child.stderr?.on('data', (said: Buffer) => {
      if (said.toString().includes('Ready at')) resolve(child);
    });
    child.once('exit', (status) => reject(new Error(`The helper ended with ${status}`)));
  });
}

describe('the certificate of a recipient', () => {
  let world: World;
  let ada: Page;
  let helper: ChildProcess;

  let port: number;

  inWorld(
    async (opened) => {
      world = opened;
      helper = await startHelper(world.product.url, port);
      ada = await signedIn(world);
    },
    async () => {
      makeKeys();
      port = await freePort();
      return openWorld({ TRUSTED_CERTIFICATES: at('root.pem'), SIGNING_HELPER_URL: `http://127.0.0.1:${port}`, ENABLE_SIG_REMOVAL: 'true' });
    },
  );
  afterAll(() => {
    helper?.kill();
    rmSync(keys, { recursive: true, force: true });
  });

  /** Bea has opened a new request and is asked whether to sign. */
  async function finishDialog(screen: (typeof devices)[keyof typeof devices] = devices.desk): Promise<{ page: Page; finish: Locator; id: string }> {
    await ada.goto(`${world.product.url}/transactions`);
    const link = await askOne(world, ada, 'Lease.pdf', bea);
    const page = await newPerson(world.browser, screen);
    await openRequest(page, link);
    await page.getByRole('region', { name: 'Your fields' }).getByRole('button', { name: 'Sign', exact: true }).click();
    return { page, finish: page.getByRole('dialog', { name: 'Sign now?' }), id: /[0-9a-f]{24}/.exec(ada.url())?.[0] ?? '' };
  }

  /** Goes to the step where a way is chosen, and chooses. */
  async function choose(finish: Locator, way: string): Promise<Locator> {
    const advanced = finish.getByRole('button', { name: /^(Choose|Change)$/ });
    // It is open already where the sender asks for a certificate.
    if (!(await advanced.isVisible())) await finish.getByText('Advanced').click();
    await advanced.click();
    await finish.getByRole('region', { name: 'Your certificate' }).getByRole('button', { name: 'Continue' }).click();
    const dialog = finish.getByRole('region', { name: 'Choose a certificate' });
    await dialog.getByRole('radio', { name: new RegExp(`^${way}`) }).check({ force: true });
    return dialog;
  }

  async function sign(page: Page, finish: Locator): Promise<void> {
    await finish.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await page.context().close();
  }

  const signatureOf = async (id: string): Promise<unknown> => (await world.product.query('select signature from signings where transaction_id = $1', [id]))[0]?.signature;

  async function chooseFile(dialog: Locator, page: Page, file: string, passphrase: string): Promise<void> {
    const chooser = await chooserOf(page, () => dialog.getByRole('button', { name: 'Choose a key file' }).click());
    await chooser.setFiles(at(file));
    await dialog.getByLabel('File passphrase').fill(passphrase);
  }

  async function takeFile(dialog: Locator, page: Page, file: string, passphrase: string): Promise<void> {
    await chooseFile(dialog, page, file, passphrase);
    await dialog.getByRole('button', { name: 'Use this certificate' }).click();
  }

  test('comes from a key file with the right passphrase and validity', async () => {
    const { page, finish, id } = await finishDialog();
    // The signing helper answers only when the file is chosen already: nothing of that may be lost.
    let answer = (): void => undefined;
    const late = new Promise<void>((resolve) => (answer = resolve));
    await page.route(`http://127.0.0.1:${port}/`, (route) => late.then(() => route.continue()));
    const dialog = await choose(finish, 'My own certificate');
    await chooseFile(dialog, page, 'bea.p12', 'wrong');
    answer();
    await dialog.getByRole('radio', { name: 'Signing helper', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Use this certificate' }).click();
    await dialog.getByText("This passphrase doesn't open the key file.").waitFor();
    await takeFile(dialog, page, 'ended.p12', 'open');
    await dialog.getByText('The certificate has expired. Choose another one.').waitFor();
    await takeFile(dialog, page, 'bea.p12', 'open');
    await finish.getByText('Issued by Trust Service').waitFor();
    await sign(page, finish);
    expect(await signatureOf(id)).toMatchObject({ signerName: 'Bea Green', signerEmail: null, level: 'B-T' });
  });

  test('reports failures of key, page and core, and signs at the next try', async () => {
    const { page, finish, id } = await finishDialog();
    const dialog = await choose(finish, 'My own certificate');
    await takeFile(dialog, page, 'bea.p12', 'open');
    await finish.getByText('Issued by Trust Service').waitFor();
    // Something that nobody thought of goes wrong, then the platform's key.
    const fail = (name: 'OperationError' | 'Other') =>
      page.evaluate((kind) => {
        crypto.subtle.sign = () => Promise.reject(kind === 'Other' ? new RangeError('out of order') : new DOMException('', kind));
      }, name);
    await fail('Other');
    await finish.getByRole('button', { name: 'Sign', exact: true }).click();
    await finish.getByText("The document wasn't signed. Try again.").waitFor();
    await fail('OperationError');
    await finish.getByRole('button', { name: 'Try again' }).click();
    await finish.getByText('A cryptographic operation failed. Try again.').waitFor();
    await page.evaluate(() => Reflect.deleteProperty(crypto.subtle, 'sign'));
    // The core stops where it stands, as it does when it finds no more memory: the next try gets another.
    const cores = page.workers().filter((worker) => worker.url().includes('core.worker'));
    expect(cores).not.toEqual([]);
    await Promise.all(
      cores.map((core) =>
        core.evaluate(() => {
          const unreachable = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 8, 1, 0, 10, 5, 1, 3, 0, 0, 11);
          TextDecoder.prototype.decode = () => String(new WebAssembly.Instance(new WebAssembly.Module(unreachable)));
        }),
      ),
    );
    await finish.getByRole('button', { name: 'Try again' }).click();
    await finish.getByText("The document wasn't signed. Try again.").waitFor();
    expect(await signatureOf(id)).toBeUndefined();
    await finish.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    await page.context().close();
    expect(await signatureOf(id)).toMatchObject({ signerName: 'Bea Green', level: 'B-T' });
  });

  test('is used through the signing helper', async () => {
    const { page, finish, id } = await finishDialog();
    const dialog = await choose(finish, 'My own certificate');
    await dialog.getByRole('radio', { name: 'Signing helper', exact: true }).check({ force: true });
    await dialog.getByRole('radio', { name: 'Bea Green' }).waitFor();
    await dialog.getByRole('button', { name: 'Use this certificate' }).click();
    await finish.getByText('Issued by Trust Service').waitFor();
    await sign(page, finish);
    expect(await signatureOf(id)).toMatchObject({ signerName: 'Bea Green', level: 'B-T' });
  });

  test('is issued by the server for one signature', async () => {
    const { page, finish, id } = await finishDialog();
    const dialog = await choose(finish, 'A server certificate');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const address = finish.getByRole('region', { name: 'Your e-mail address' });
    await address.getByText('The certificate will be issued to bea@example.com.').waitFor();
    await address.getByRole('button', { name: 'Continue' }).click();
    const before = world.mailbox.to(bea.email).length;
    await finish.getByRole('region', { name: 'Get a certificate' }).getByRole('button', { name: 'Send me a code' }).click();
    const code = finish.getByRole('region', { name: "Confirm it's you" });
    await code.getByText('We sent a six-digit code to bea@example.com.').waitFor();
    expect(await problemsOf(page, 'code of the certificate')).toEqual([]);
    const right = codeIn(await world.mailbox.about(bea.email, /\b\d{6}\b/, before));
    await code.getByLabel('Code').fill(right === '000000' ? '000001' : '000000');
    await code.getByText('Wrong code. You have 4 attempts left.').waitFor();
    await code.getByLabel('Code').fill(right);
    await finish.getByText('The server signs on your behalf.').waitFor();
    await sign(page, finish);
    expect(await signatureOf(id)).toMatchObject({ signerEmail: bea.email, level: 'B-LTA' });
  });

  test('can be chosen on a phone and on a desktop', async () => {
    const { page, finish } = await finishDialog(devices.phone);
    expect(await problemsOf(page, 'sign now')).toEqual([]);
    const dialog = await choose(finish, 'My own certificate');
    await dialog.getByRole('radio', { name: 'Signing helper', exact: true }).waitFor();
    expect(await problemsOf(page, 'which certificate')).toEqual([]);
    await page.context().close();
  });

  /** Ada opens a file that was signed with a key file, not here. */
  async function openSignedElsewhere(name: string, key: string): Promise<void> {
    const signed = join(world.folder, name);
    const command = [join(repository, 'bindings/bin/countersign.mjs'), 'sign', await world.ownForm('Elsewhere.pdf'), '-o', signed, '--key', at(key), '--passphrase', 'open'];
    execFileSync(process.execPath, command, { stdio: 'pipe' });
    await ada.goto(`${world.product.url}/files`);
    const chooser = await chooserOf(ada, () => ada.getByRole('button', { name: 'Add files' }).first().click());
    await chooser.setFiles(signed);
    await ada.waitForURL(/\/file\/[0-9a-f]{24}/);
  }

  test('of another authority is checked online and rejected once it is revoked', async () => {
    // The authority is out in the world: what the server got there is answered in its place.
    const requests: unknown[] = [];
    await ada.route(`**${calls['certificates.ask'].path}`, (route) => {
      requests.push(route.request().postDataJSON());
      return route.fulfill({ json: { answer: listOfRevoked().toString('base64') } });
    });
    await openSignedElsewhere('Revoked elsewhere.pdf', 'revoked.p12');
    await ada.getByText('The certificate had been revoked, so the signature is not valid.').waitFor();
    expect(requests).toEqual([{ address: 'http://authority.example.com/list.crl' }]);
    await ada.unroute(`**${calls['certificates.ask'].path}`);
  });

  test('of another authority is trusted if the administrator configures it, and is removed by editing after a warning', async () => {
    await openSignedElsewhere('Signed elsewhere.pdf', 'bea.p12');
    await ada.getByText(/^Signed by Bea Green .* Nothing has changed since\.$/).waitFor();
    await ada.getByRole('button', { name: 'Remove signatures and edit' }).click();
    const warning = ada.getByRole('alertdialog');
    await warning.getByText('Document signatures will become invalid after this action').waitFor();
    expect(await problemsOf(ada, 'edit without signatures')).toEqual([]);
    await warning.getByRole('button', { name: 'Remove and edit' }).click();
    await ada.getByRole('toolbar', { name: 'Field types' }).waitFor();
    await expect.poll(() => world.product.query("select version from files where title = 'Signed elsewhere.pdf'")).toEqual([{ version: 2 }]);
  });

  test('is revoked in the profile of its holder', async () => {
    await ada.goto(`${world.product.url}/profile`);
    const section = ada.getByRole('region', { name: 'Certificates' });
    await section.getByText('None yet.').waitFor();
    await world.product.query(`insert into certificates (serial, user_id, subject, email, certificate, not_before, not_after)
      select '4a', id, 'Ada Byron', email, ''::bytea, now() - interval '1 day', now() + interval '1 year' from users where email = 'ada@example.com'`);
    await ada.reload();
    await section.getByRole('button', { name: 'Revoke the certificate for ada@example.com' }).click();
    await ada.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click();
    await section.getByText('Revoked on').waitFor();
    expect(await world.product.query("select revocation_reason from certificates where serial = '4a' and revoked_at is not null")).toEqual([{ revocation_reason: 1 }]);
  });
});
