import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { build, preview, type PreviewServer } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/chromium.ts';
import { engineSuite } from './engine-suite.ts';
import { remoteEngine } from './remote-engine.ts';

const outDir = mkdtempSync(join(tmpdir(), 'countersign-page-'));
let server: PreviewServer;
let browser: Browser;
let page: Page;

afterAll(async () => {
  await browser?.close();
  await server?.close();
  rmSync(outDir, { recursive: true, force: true });
});

// Bundled as users bundle it, without a plugin: the worker and the core are found by their addresses.
engineSuite('engine in a browser worker', async () => {
  const root = new URL('page', import.meta.url).pathname;
  const options = { root, configFile: false, logLevel: 'warn', build: { outDir, emptyOutDir: true, target: 'es2023' }, worker: { format: 'es' } } as const;
  await build(options);
  server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
  browser = await launchBrowser();
  page = await browser.newPage();
  await page.goto(server.resolvedUrls?.local[0] ?? server.resolvedUrls?.network[0] ?? '');
  await page.waitForFunction(() => 'answer' in globalThis);
  return remoteEngine((question) => page.evaluate((text) => (globalThis as unknown as { answer(text: string): Promise<string> }).answer(text), question));
});

test('an engine whose worker or module is not there answers, and the next try loads it', async () => {
  const answers = await page.evaluate(() => (globalThis as unknown as { lost(): Promise<Record<string, string>> }).lost());
  const failed = 'EngineError connection_failed';
  expect(answers).toEqual({ worker: failed, workerAgain: failed, module: failed, closed: 'done', inline: failed, inlineAgain: 'done' });
});
