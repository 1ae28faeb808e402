import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { precachedFiles } from './service-worker.ts';

const chunk = (fileName: string, facadeModuleId = '') => [fileName, { type: 'chunk', fileName, facadeModuleId }];
const asset = (fileName: string) => [fileName, { type: 'asset', fileName }];

test('a browser keeps the code of the app, and not what few people need', () => {
  const bundle = Object.fromEntries([
    chunk('assets/index-a.js'), chunk('assets/en-b.js', '/web/services/i18n/texts/en.ts'), chunk('assets/sign-in-c.js', '/web/sign-in.html'),
    asset('assets/core-d.wasm'), asset('assets/400-e.css'), asset('assets/index-f.css'), asset('assets/font-g.woff2'), asset('index.html'),
  ]) as Rolldown.OutputBundle;
  const files = precachedFiles(bundle);
  expect(files.filter(({ revision }) => revision === null).map(({ url }) => url)).toEqual(['/assets/index-a.js', '/assets/core-d.wasm', '/assets/index-f.css']);
  // Names without a hash are told apart by their content.
  expect(files.find(({ url }) => url === '/manifest.webmanifest')?.revision).toMatch(/^[0-9a-f]{16}$/);
});
