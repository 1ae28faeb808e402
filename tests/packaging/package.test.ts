import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'rolldown';
import { build as buildPage } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asFile } from '../support/judges.ts';
import { formDocument } from '../conformance/documents.ts';
import { root } from '../support/shared.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-package-'));
const installed = join(folder, 'node_modules', '@countersign', 'core');

// The package as it would be published, in a project that is not this one.
beforeAll(() => {
  const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(root, 'bindings'), encoding: 'utf8' });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  mkdirSync(join(installed, '..'), { recursive: true });
  cpSync(join(folder, 'package'), installed, { recursive: true });
  for (const name of ['comlink', 'pkijs', 'asn1js']) linkDependency(name);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an application imports the core and opens a document with it', async () => {
  asFile(folder, 'form.pdf', await formDocument());
  const program = `
    import { createNodeEngine, createThreadEngine } from '@countersign/core/node';
    for (const engine of [await createNodeEngine(), createThreadEngine()]) {
      const document = await engine.open({ path: 'form.pdf' });
      console.log((await document.fields()).length);
      await engine.close();
    }`;
  asFile(folder, 'program.mjs', program);
  expect(run('program.mjs').split('\n')).toEqual(['4', '4']);
});

test('the command runs from the package', async () => {
  asFile(folder, 'form.pdf', await formDocument());
  expect(JSON.parse(run(join(installed, 'bin', 'countersign.mjs'), 'info', 'form.pdf'))).toMatchObject({ pages: 1 });
});

test('its types need neither the DOM library nor trust in them', () => {
  const program = `
    import { createNodeEngine, type Field } from '@countersign/core/node';
    export async function names(path: string): Promise<(string | undefined)[]> {
      const engine = await createNodeEngine();
      const fields: Field[] = await (await engine.open({ path })).fields();
      return fields.map((field) => field.fieldName);
    }`;
  asFile(folder, 'program.mts', program);
  const options = { target: 'es2023', lib: ['es2023'], module: 'nodenext', moduleResolution: 'nodenext', strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, types: ['node'] };
  asFile(folder, 'tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['program.mts'] }));
  for (const name of ['@types/node', 'undici-types']) linkDependency(name);
  const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'tsc'), ['-p', folder], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});

test('a bundled program in Node says where module, fonts and thread are', async () => {
  asFile(folder, 'form.pdf', await formDocument());
  const program = `
    import { createNodeEngine, createThreadEngine } from '@countersign/core/node';
    const assets = { module: new URL('core.wasm', import.meta.url), fonts: new URL('fonts/', import.meta.url) };
    for (const engine of [await createNodeEngine(assets), createThreadEngine({ ...assets, thread: new URL('thread.js', import.meta.url) })]) {
      const tail = await (await engine.open({ path: 'form.pdf' })).merge({ 'full name': 'Ада' });
      console.log(tail.bytes.length > 0);
      await engine.close();
    }
    const lost = await createNodeEngine({ module: new URL('absent.wasm', import.meta.url) }).catch(({ code }) => code);
    console.log(typeof lost === 'string' ? lost : 'loaded once');`;
  asFile(folder, 'bundled.mjs', program);
  asFile(folder, 'thread.mjs', "import '@countersign/core/thread';");
  const out = join(folder, 'out');
  // Built from the folder, which has only the packages that are linked there.
  for (const name of ['bundled', 'thread']) await build({ cwd: folder, input: join(folder, `${name}.mjs`), platform: 'node', output: { file: join(out, `${name}.js`), format: 'esm', codeSplitting: false } });
  asFile(out, 'package.json', '{"type": "module"}');
  cpSync(join(installed, 'generated', 'countersign_wasm_bg.wasm'), join(out, 'core.wasm'));
  cpSync(join(installed, 'fonts'), join(out, 'fonts'), { recursive: true });
  expect(run(join(out, 'bundled.js')).split('\n')).toEqual(['true', 'true', 'loaded once']);
});

test.each([
  ['all fonts', '@countersign/core', true],
  ['no font', '@countersign/core/without-fonts', false],
])('a bundler copies %s for a page that imports %s', async (_, entry, fonts) => {
  asFile(folder, 'page.mjs', `import { createInlineEngine } from '${entry}'; globalThis.engine = createInlineEngine();`);
  asFile(folder, 'index.html', '<script type="module" src="./page.mjs"></script>');
  const bundle = await buildPage({ root: folder, configFile: false, logLevel: 'error', build: { write: false, target: 'es2023', assetsInlineLimit: 0 } });
  const names = (Array.isArray(bundle) ? bundle : [bundle]).flatMap((each) => ('output' in each ? each.output.map(({ fileName }) => fileName) : []));
  expect(names.some((name) => name.endsWith('.wasm'))).toBe(true);
  expect(names.filter((name) => name.endsWith('.ttf')).length > 0).toBe(fonts);
});

function run(...args: string[]): string {
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).trim();
}

function linkDependency(name: string): void {
  const home = [join(root, 'bindings', 'node_modules', name), join(root, 'node_modules', name)].find((path) => existsSync(path));
  const place = join(folder, 'node_modules', name);
  mkdirSync(join(place, '..'), { recursive: true });
  if (home) symlinkSync(home, place);
}
