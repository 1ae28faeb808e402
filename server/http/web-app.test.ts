import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownRoutes, routes } from '#contract/routes.ts';
import { startTestApp } from '../../tests/support/app.ts';
import { isScreen } from './web-app.ts';

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
