// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';
import { leadAmongTabs } from './tab-leader.ts';

/** Locks as browsers have them: one holder, those who wait in order, and whoever takes it by force. */
class Locks {
  #holder: { end(error: unknown): void } | null = null;
  readonly #queue: (() => void)[] = [];

  request(_: string, { steal = false, signal }: { steal?: boolean; signal?: AbortSignal }, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        if (signal?.aborted) return this.#next();
        const holder = { end: reject };
        this.#holder = holder;
        void work().then(() => {
          resolve();
          if (this.#holder === holder) this.#next();
        });
      };
      signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      if (steal) {
        this.#holder?.end(new DOMException('', 'AbortError'));
        begin();
      } else if (this.#holder) this.#queue.push(begin);
      else begin();
    });
  }

  #next(): void {
    this.#holder = null;
    this.#queue.shift()?.();
  }
}

interface Tab {
  readonly heard: string[];
  readonly closing: AbortController;
  post: ((text: string) => void) | null;
  isLeading: boolean;
}

let number = 0;
const tabs: Tab[] = [];

const openTab = (name: string): Tab => {
  const tab: Tab = { heard: [], closing: new AbortController(), post: null, isLeading: false };
  tabs.push(tab);
  leadAmongTabs<string>({
    name,
    signal: tab.closing.signal,
    greet: () => 'welcome',
    onMessage: (text) => tab.heard.push(text),
    lead: (post, signal) => {
      Object.assign(tab, { post, isLeading: true });
      return new Promise((resolve) => signal.addEventListener('abort', () => {
        tab.isLeading = false;
        resolve();
      }));
    },
  });
  return tab;
};
const messages = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
};
const later = async (milliseconds: number): Promise<void> => {
  for (let passed = 0; passed < milliseconds; passed += 1000) {
    await vi.advanceTimersByTimeAsync(1000);
    await messages();
  }
};
const leaders = (): number[] => tabs.flatMap(({ isLeading }, index) => (isLeading ? [index] : []));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.stubGlobal('navigator', { locks: new Locks() });
  vi.stubGlobal('document', { hidden: false, addEventListener: () => undefined });
  tabs.length = 0;
  number += 1;
});
afterEach(async () => {
  for (const { closing } of tabs) closing.abort();
  await messages();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('one of ten tabs leads, and all hear what it posts', async () => {
  for (let index = 0; index < 10; index += 1) openTab(`one-${number}`);
  await messages();
  expect(leaders()).toEqual([0]);
  tabs[0]?.post?.('event');
  await messages();
  expect(tabs.map(({ heard }) => heard.at(-1))).toEqual(Array.from({ length: 10 }, () => 'event'));
});

it('a tab that comes later is told how things are', async () => {
  openTab(`late-${number}`);
  await messages();
  const second = openTab(`late-${number}`);
  await messages();
  expect(second.heard).toEqual(['welcome']);
});

it('another leads as soon as the leader is closed', async () => {
  const [first] = [openTab(`closed-${number}`), openTab(`closed-${number}`)];
  await messages();
  first?.closing.abort();
  await messages();
  expect(leaders()).toEqual([1]);
});

it('another takes over from a leader that is frozen, which follows when it wakes', async () => {
  const name = `frozen-${number}`;
  const [first, second] = [openTab(name), openTab(name)];
  await later(timing.eventLeaderSilence + 5000);
  expect(leaders()).toEqual([0]);
  // Its timers stand still: nothing is heard of it.
  const post = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => undefined);
  await later(timing.eventLeaderSilence + timing.eventLeaderBeat);
  post.mockRestore();
  await later(1000);
  expect(leaders()).toEqual([1]);
  second?.post?.('after');
  await messages();
  expect(first?.heard.at(-1)).toBe('after');
  second?.closing.abort();
  await messages();
  expect(leaders()).toEqual([0]);
});

it('each tab leads itself where the browser refuses locks, and asks once', async () => {
  const request = vi.fn<() => Promise<void>>(async () => {
    // A tab that asks again at once would never come to an end.
    if (request.mock.calls.length > 50) return new Promise(() => undefined);
    throw new DOMException('', 'SecurityError');
  });
  vi.stubGlobal('navigator', { locks: { request } });
  openTab(`refused-${number}`);
  openTab(`refused-${number}`);
  await messages();
  expect([leaders(), request.mock.calls.length]).toEqual([[0, 1], 2]);
  tabs[0]?.post?.('event');
  await later(timing.eventLeaderSilence + timing.eventLeaderBeat);
  // What each hears itself, it does not hear from the others as well.
  expect([tabs[1]?.heard, request.mock.calls.length]).toEqual([[], 2]);
});

it('each tab leads itself in a browser without locks', async () => {
  vi.stubGlobal('navigator', {});
  openTab(`none-${number}`);
  openTab(`none-${number}`);
  await messages();
  expect(leaders()).toEqual([0, 1]);
});
