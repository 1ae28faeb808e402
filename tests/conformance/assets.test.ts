import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createNodeEngine, createThreadEngine } from '@countersign/core/node';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../support/shared.ts';
import { formDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-assets-'));
const module = join(folder, 'core.wasm');
cpSync(join(root, 'bindings/generated/countersign_wasm_bg.wasm'), module);
const fonts = join(root, 'bindings/fonts');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('files of the package in another place', () => {
  test.each([
    ['paths', { module, fonts }],
    ['addresses', { module: pathToFileURL(module), fonts: pathToFileURL(fonts) }],
  ])('are found by %s, also by a thread', async (_, assets) => {
    for (const engine of [await createNodeEngine(assets), createThreadEngine(assets)]) {
      const tail = await (await engine.open(await formDocument())).merge({ 'full name': 'Ада' });
      expect(tail.bytes.length).toBeGreaterThan(0);
      await engine.close();
    }
  });

  test('may be read by the caller', async () => {
    const read: string[] = [];
    const own = async (name: string): Promise<Uint8Array> => {
      read.push(name);
      return readFileSync(join(fonts, name));
    };
    const engine = await createNodeEngine({ module: new Uint8Array(readFileSync(module)), fonts: own });
    await (await engine.open(await formDocument())).merge({ 'full name': 'Ада' });
    expect(read).toContain('index.json');
    await engine.close();
  });

  test('need not be there: without fonts, letters that Helvetica lacks are missing', async () => {
    for (const engine of [await createNodeEngine({ fonts: false }), createThreadEngine({ fonts: false })]) {
      expect(await engine.missingCharacters('Zoë Ада')).toEqual(['А', 'д', 'а']);
      const document = await engine.open(await formDocument());
      await document.merge({ 'full name': 'Zoë' });
      await expect(document.merge({ 'full name': 'Ада' })).rejects.toMatchObject({ code: 'pdf_merge_fields_failed' });
      await engine.close();
    }
  });

  test.each([
    ['module', { module: join(folder, 'absent.wasm') }],
    ['script', { thread: join(folder, 'absent.js') }],
  ])('are missed with an answer: a thread without its %s', async (_, options) => {
    const engine = createThreadEngine(options);
    // The thread may have ended before the first call.
    await new Promise((resolve) => setTimeout(resolve, 200));
    await expect(engine.open(await formDocument())).rejects.toMatchObject({ name: 'EngineError', code: 'connection_failed' });
    await expect(engine.missingCharacters('a')).rejects.toMatchObject({ code: 'connection_failed' });
    await engine.close();
  });
});

describe('arguments of the wrong kind', () => {
  const secret = `JVBERi0xLjcK${'A'.repeat(1000)}`;

  test.each([
    ['a string', secret],
    ['an address', new URL('file:///form.pdf')],
    ['nothing', undefined],
    ['null', null],
    ['a list with a string', [secret]],
  ])('are refused with a code, and not repeated in the message: %s', async (_, source) => {
    for (const engine of [await createNodeEngine(), createThreadEngine()]) {
      const refusal = await engine.open(source as never).catch((error: unknown) => error);
      expect(refusal).toMatchObject({ name: 'EngineError', code: 'unsupported_source' });
      expect((refusal as Error).message).not.toContain('JVBER');
      await engine.close();
    }
  });

  test('are refused by every call', async () => {
    const engine = await createNodeEngine();
    const document = await engine.open(await formDocument());
    const calls: (() => Promise<unknown>)[] = [
      () => document.merge(undefined as never), () => document.merge({ 'full name': 5 } as never), () => document.placeFields(undefined as never),
      () => document.prepareSignature(undefined as never), () => document.encrypt(undefined as never), () => engine.labelFields(undefined as never, undefined as never),
      () => engine.detect(undefined as never), () => engine.checkText('nope' as never, 'x'), async () => engine.open(await formDocument(), { password: 5 } as never),
    ];
    for (const call of calls) await expect(call(), String(call)).rejects.toMatchObject({ name: 'EngineError', code: 'request_validation_error' });
    // The core goes on.
    expect((await document.fields()).length).toBe(4);
    await engine.close();
  });

  test('a folder is no damaged document', async () => {
    const engine = await createNodeEngine();
    await expect(engine.open({ path: folder })).rejects.toMatchObject({ code: 'unable_to_access' });
    await engine.close();
  });

  test('a verification without options is one of now, with nothing trusted; times may have fractions', async () => {
    const engine = await createNodeEngine();
    const document = await engine.open(await formDocument());
    expect(await document.verify()).toEqual([]);
    expect(await document.verify({ at: Date.now() / 1000 })).toEqual([]);
    await engine.close();
  });
});
