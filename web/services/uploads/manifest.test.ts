// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { sharedStore } from '#web/worker/shared-store.ts';

const folder = new URL('../../public/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('manifest.webmanifest', folder), 'utf8')) as {
  icons: { src: string; purpose?: string }[];
  share_target: { action: string; method: string; enctype: string; params: { files: { name: string }[] } };
};

test('other apps share documents with the page and the field that the service worker reads', () => {
  const { action, method, enctype, params } = manifest.share_target;
  expect({ action, method, enctype, names: params.files.map(({ name }) => name) }).toEqual({ action: routes.upload, method: 'POST', enctype: 'multipart/form-data', names: [sharedStore.field] });
});

test('has icons for every shape', () => {
  expect(manifest.icons.filter(({ src }) => !existsSync(new URL(`.${src}`, folder)))).toEqual([]);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
});
