// @vitest-environment node
/** Threads stand in here that answer like the one that draws pages, until they hang. */
import { MessageChannel } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/umd/node-adapter.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { rendering } from '#contract/limits/screens.ts';
import { errorTexts } from '#contract/errors.ts';
import { isTooLong } from './pages-errors.ts';
import { openPages } from './pages.service.ts';
import { PagesThread } from './pages-thread.ts';

const HANGS = 2;
const LONG = 3;

let started: number;
let opened: number;
let ended: number;
let finishLong: () => void;
let isLoaded: boolean;

function thread(): Worker {
  started += 1;
  const { port1: inside, port2: outside } = new MessageChannel();
  const text = (_: number, page: number): Promise<string> | string => {
    if (page === HANGS) inside.close();
    return page === LONG ? new Promise((resolve) => (finishLong = () => resolve('at last'))) : `page ${page}`;
  };
  const open = () => {
    opened += 1;
    return { handle: opened, pages: Array.from({ length: 4 }, () => ({ width: 1, height: 1 })), mayPrint: true };
  };
  if (isLoaded) expose({ ping: () => undefined, open, text, close: () => undefined }, nodeEndpoint(inside));
  return Object.assign(nodeEndpoint(outside), { terminate: () => { ended += 1; outside.close(); } }) as unknown as Worker;
}

const messages = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};

/** Time goes on, and what was said meanwhile arrives. */
async function later(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 500) {
    await messages();
    await vi.advanceTimersByTimeAsync(500);
  }
  await messages();
}

const openHere = async () => {
  const opening = openPages(new Blob(['a document']), undefined, new PagesThread(thread));
  await messages();
  return opening;
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('self', { location: { href: 'http://localhost/' } });
  [started, opened, ended, isLoaded] = [0, 0, 0, true];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('gives up a page on which the worker hangs, and renders the others in a new worker', async () => {
  const set = await openHere();
  const slow = set.text(HANGS).catch(isTooLong);
  const other = set.text(1);
  await later(rendering.timeLimit - 1000);
  expect(ended).toBe(0);
  await later(2000);
  expect(await slow).toBe(true);
  expect(await other).toBe('page 1');
  expect([started, ended, opened]).toEqual([2, 1, 2]);
});

it('names the time-out in the words of the specification', async () => {
  const set = await openHere();
  const slow = set.text(HANGS).catch((error: unknown) => (error instanceof Error ? error.message : ''));
  await later(rendering.timeLimit + 1000);
  expect(await slow).toBe(errorTexts.taskTimeout);
});

it('retries such a page only on request', async () => {
  const set = await openHere();
  const first = set.text(HANGS).catch(isTooLong);
  await later(rendering.timeLimit + 1000);
  expect(await first).toBe(true);
  expect(await set.text(HANGS).catch(isTooLong)).toBe(true);
  expect(ended).toBe(1);
  set.again(HANGS);
  const second = set.text(HANGS).catch(isTooLong);
  await later(rendering.timeLimit + 1000);
  expect(await second).toBe(true);
  expect(ended).toBe(2);
});

it('waits for a busy worker that still responds', async () => {
  const set = await openHere();
  const long = set.text(LONG);
  await later(5 * rendering.timeLimit);
  expect(ended).toBe(0);
  finishLong();
  await messages();
  expect(await long).toBe('at last');
});

it('waits for a worker that is still loading', async () => {
  isLoaded = false;
  void openPages(new Blob(['a document']), undefined, new PagesThread(thread));
  await later(5 * rendering.timeLimit);
  expect(ended).toBe(0);
});

it('requests nothing after the document is closed', async () => {
  const set = await openHere();
  const slow = set.text(HANGS).catch(() => 'given up');
  const other = set.text(1).catch(() => 'given up');
  const closing = set.close();
  await later(rendering.timeLimit + 1000);
  expect(await Promise.all([slow, other, closing])).toEqual(['given up', 'given up', undefined]);
  expect(opened).toBe(1);
});
