/** Every example of docs/core.md, bindings/README.md and the doc comments of the bindings runs as it stands. */
import { execFileSync, spawnSync } from 'node:child_process';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, preview } from 'vite';
import wasm from 'vite-plugin-wasm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import { asFile, qpdfProblems, textOf } from '../support/judges.ts';
import { root } from '../support/shared.ts';
import { certificateOf } from '../support/signer.ts';
import { hasTestAuthority, startTestAuthority } from '../support/test-authority.ts';
import { formDocument, plainDocument } from './documents.ts';
import { documentedExamples, type Example, examplesOf } from './examples.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-guide-'));

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules/@countersign'), { recursive: true });
  symlinkSync(join(root, 'bindings'), join(folder, 'node_modules/@countersign/core'));
  asFile(folder, 'form.pdf', await formDocument());
  asFile(folder, 'plain.pdf', await plainDocument());
  asFile(folder, 'values.json', JSON.stringify({ 'full name': 'Ada Byron' }));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  asFile(folder, 'key.pk8', new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' })));
  const certificate = await certificateOf('Ada Byron', privateKey, publicKey);
  asFile(folder, 'certificate.der', certificate);
  asFile(folder, 'root.pem', new X509Certificate(certificate).toString());
  makeKeyFile(asFile(folder, 'key.pem', privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()), join(folder, 'root.pem'), join(folder, 'root.pem'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The key file of the examples. */
function makeKeyFile(key: string, certificate: string, above: string): void {
  execFileSync('openssl', ['pkcs12', '-export', '-inkey', key, '-in', certificate, '-certfile', above, '-out', join(folder, 'ada.p12'), '-passout', 'pass:passphrase'], { stdio: 'pipe' });
}

function run(code: string): string {
  const path = asFile(folder, 'program.mjs', code);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return stdout;
}

const documented = documentedExamples();
const isWorker = ([, code]: Example): boolean => code.includes('serveEngine(');
const needsBrowser = (example: Example): boolean => isWorker(example) || /@countersign\/core\/(custom-)?worker/.test(example[1]);
const needsAuthority = ([, code]: Example): boolean => code.includes('timestampUrl');
const inNode = [...examplesOf('docs/core.md', 'js'), ...examplesOf('bindings/README.md', 'js'), ...documented].filter((example) => !needsBrowser(example) && !needsAuthority(example));

describe('examples', () => {
  test('are found in the guide, the README and the doc comments', () => {
    const pages = inNode.map(([where]) => where.split(': ', 1)[0]);
    for (const page of ['docs/core.md', 'bindings/README.md', 'bindings/src/engine.ts', 'bindings/src/node.ts']) expect(pages).toContain(page);
    const written = execFileSync('grep', ['-rch', '@example', 'bindings/src'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
    expect(documented.length).toBe(written.reduce((sum, count) => sum + Number(count), 0));
  });

  test.each(inNode)('%s', (_where, code) => {
    const output = run(code);
    if (code.includes('console.log')) expect(output).not.toBe('');
    expect(output).not.toContain('undefined');
    // What a line is said to print, it prints.
    for (const [, said = ''] of code.matchAll(/^console\.log\(.*\); \/\/ (.+)$/gm)) expect(output).toContain(said);
  });

  test('have the results that the guide describes', () => {
    const output = (title: string) => run(inNode.find(([where]) => where === `docs/core.md: ${title}`)?.[1] ?? '');
    expect(output('Fill')).toContain("'full name: wrong_type', 'nowhere: unknown_field'");
    expect(textOf(join(folder, 'filled.pdf'))).toContain('Ада Лавлейс');
    expect(output('Place fields')).toContain("[ 'city', true ], [ 'signature', true ]");
    expect(output('Protect with passwords')).toContain('rewrapped');
    expect(output('Sign')).toContain('true true true');
    expect(output('Check a text')).toMatch(/^\[\] \[/);
    expect(output('Untrusted files')).toBe('pdf_corrupted\n');
    for (const file of ['filled.pdf', 'placed.pdf', 'decrypted.pdf', 'signed.pdf']) expect(qpdfProblems(join(folder, file))).toBe('');
    expect(qpdfProblems(join(folder, 'secret.pdf'), 'to open')).toBe('');
  });

  test('of the command line run', () => {
    const [[, commands = ''] = []] = examplesOf('bindings/README.md', 'sh');
    const command = `countersign() { "${process.execPath}" "${join(root, 'bindings/bin/countersign.mjs')}" "$@"; }`;
    const output = execFileSync('sh', ['-ec', `${command}\n${commands}`], { cwd: folder, encoding: 'utf8' });
    expect(output).toContain('"pages": 1');
    expect(output).toContain('Ada Byron');
    expect(textOf(join(folder, 'signed.pdf'))).toContain('Ada Byron');
  });

  test.skipIf(!hasTestAuthority).each(documented.filter(needsAuthority))('%s, with a reachable authority', async (_where, code) => {
    const authority = await startTestAuthority();
    try {
      makeKeyFile(join(authority.folder, 'keys/p256.pem'), join(authority.folder, 'certificates/p256.cert.pem'), join(authority.folder, 'certificates/interm.cert.pem'));
      copyFileSync(authority.root, join(folder, 'root.pem'));
      // The one thing that an example can't know.
      expect(run(code.replace('http://timestamp.example.org', authority.timestampUrl))).toBe('complete\n');
      expect(readFileSync(join(folder, 'signed.pdf')).includes('/DSS')).toBe(true);
    } finally {
      authority.close();
    }
  });

  test.each(documented.filter((example) => needsBrowser(example) && !isWorker(example)))('%s, in a browser', async (_where, code) => {
    asFile(folder, 'my.worker.js', documented.find(isWorker)?.[1] ?? '');
    asFile(folder, 'index.html', '<!doctype html><script type="module" src="./program.mjs"></script>');
    asFile(folder, 'program.mjs', code);
    mkdirSync(join(folder, 'public'), { recursive: true });
    copyFileSync(join(folder, 'form.pdf'), join(folder, 'public/form.pdf'));
    const options = { root: folder, configFile: false as const, logLevel: 'warn' as const, build: { target: 'es2023' }, worker: { format: 'es' as const, plugins: () => [wasm()] } };
    await build(options);
    const [server, browser] = await Promise.all([preview({ ...options, preview: { port: 0, host: '127.0.0.1' } }), launchBrowser()]);
    try {
      const page = await browser.newPage();
      const [message] = await Promise.all([page.waitForEvent('console'), page.goto(server.resolvedUrls?.local[0] ?? '')]);
      expect(message.text()).toBe('1');
    } finally {
      await Promise.all([browser.close(), server.close()]);
    }
  });
});
