import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { onOldVersion, watchVersion } from './version.ts';

let version: string | null = 'one';
const onNewVersion = vi.fn<() => void>();
let stops: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  version = 'one';
  onNewVersion.mockClear();
  vi.stubGlobal('fetch', () => (version === null ? Promise.reject(new TypeError('No network')) : Promise.resolve(Response.json({ version }))));
  stops = [onOldVersion(onNewVersion), watchVersion()];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (time: number) => vi.advanceTimersByTimeAsync(time);

it('does not announce the same version', async () => {
  await pass(3 * timing.versionCheckVisible);
  expect(onNewVersion).not.toHaveBeenCalled();
});

it('announces a new version once', async () => {
  await pass(0);
  version = 'two';
  await pass(timing.versionCheckVisible);
  expect(onNewVersion).toHaveBeenCalledTimes(1);
  version = 'three';
  await pass(3 * timing.versionCheckVisible);
  expect(onNewVersion).toHaveBeenCalledTimes(1);
});

it('ignores a missing response', async () => {
  await pass(0);
  version = null;
  await pass(timing.versionCheckVisible);
  version = 'one';
  await pass(timing.versionCheckVisible);
  expect(onNewVersion).not.toHaveBeenCalled();
});

it('compares with the version of the page, and asks for nothing at the start', async () => {
  for (const stop of stops) stop();
  const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({ version: 'two' })));
  vi.stubGlobal('fetch', fetched);
  document.head.insertAdjacentHTML('beforeend', '<meta name="version" content="one">');
  stops = [onOldVersion(onNewVersion), watchVersion(), () => document.querySelector('meta[name="version"]')?.remove()];
  await pass(0);
  expect(fetched).not.toHaveBeenCalled();
  await pass(timing.versionCheckVisible);
  expect(onNewVersion).toHaveBeenCalledTimes(1);
});
