import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownRoutes, routes } from '#contract/routes.ts';
import { startTestApp } from '../../tests/support/app.ts';
import { isScreen } from '#contract/screens.ts';

test.each(Object.values({ ...routes, ...ownRoutes }))('the address %s is a screen', (path) => {
  expect(isScreen(path.replaceAll(/\{\w+\}/g, 'abc'))).toBe(true);
});

test.each(['/no/such/page', '/contacts/abc', '/profile/cookie_consent'])('%s is none', (path) => expect(isScreen(path)).toBe(false));

test.each([['password', '<head><meta name="SIGN_IN_METHODS" content="password"></head>'], ['code,password,passkey', '<head></head>']])('with SIGN_IN_METHODS=%s, the pages say %s', async (SIGN_IN_METHODS, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
  for (const page of ['index.html', 'sign-in.html']) writeFileSync(join(folder, page), '<html><head></head></html>');
  const server = await startTestApp({ WEB_DIR: folder, SIGN_IN_METHODS });
  try {
    for (const url of ['/sign-in', '/profile']) expect((await server.app.inject({ url, headers: { accept: 'text/html' } })).body, url).toContain(expected);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an asset is handed out compressed, by its exact name, and from the moment it is there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-assets-'));
  mkdirSync(join(folder, 'assets'));
  for (const [name, content] of [['app-1.js', 'plain'], ['app-1.js.br', 'compressed']] as const) writeFileSync(join(folder, 'assets', name), content);
  const server = await startTestApp({ WEB_DIR: folder });
  const get = (name: string) => server.app.inject({ url: `/assets/${name}`, headers: { 'accept-encoding': 'br' } });
  try {
    expect(await get('app-1.js')).toMatchObject({ statusCode: 200, body: 'compressed', headers: { 'content-encoding': 'br', 'content-type': 'application/javascript; charset=utf-8', 'cache-control': 'public, max-age=31536000, immutable' } });
    for (const name of ['APP-1.js', 'app-2.js', '%2e%2e%2findex.html', '..%2fassets%2fapp-1.js']) expect((await get(name)).statusCode, name).toBe(404);
    writeFileSync(join(folder, 'assets', 'app-2.js'), 'next');
    expect((await get('app-2.js')).body).toBe('next');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
