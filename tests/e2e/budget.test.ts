import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { inWorld, type World } from './world.ts';

const budget = 400_000;

test('the built app has no code for the Redux DevTools extension', () => {
  const assets = new URL('../../web/dist/assets/', import.meta.url);
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => readFileSync(new URL(name, assets), 'utf8').includes('stateSanitizer'))).toEqual([]);
});

test('the page names the version that the server tells', () => {
  const built = (name: string): string => readFileSync(new URL(`../../web/dist/${name}`, import.meta.url), 'utf8');
  const { version } = JSON.parse(built('build-info.json')) as { version: string };
  expect(version).toMatch(/^[0-9a-f]{16}$/);
  expect(/<meta name="version" content="(\w+)">/.exec(built('index.html'))?.[1]).toBe(version);
});

describe('the first load of the web app', () => {
  let world: World;

  inWorld((opened) => {
    world = opened;
  });

  test.each(['/transactions', '/sign-in', '/upload'])('%s takes at most 400 kB of JavaScript, gzipped, and neither the core nor pdf.js', async (path) => {
    const page = await newPerson(world.browser);
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (/\.m?js$|\.wasm$/.test(new URL(response.url()).pathname)) scripts.set(new URL(response.url()).pathname, response.body());
    });
    await page.goto(`${world.product.url}${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sizes = await Promise.all([...scripts].map(async ([name, body]) => [name, gzipSync(await body).length] as const));
    expect(sizes.map(([name]) => name).filter((name) => /\.wasm$|pdf(js)?[.-]|worker/i.test(name))).toEqual([]);
    expect(sizes.length).toBeGreaterThan(0);
    expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThanOrEqual(budget);
  });
});
