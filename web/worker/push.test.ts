import { expect, test, vi } from 'vitest';
import { listenForPush, type PushScope } from './push.ts';

const message = { id: 'n1', title: 'Ada Byron asks you to sign', body: 'Lease.pdf', path: '/transaction/1', unread: 3 };
const tick = () => new Promise((resolve) => setTimeout(resolve));

function openScope(windows: { focused: boolean; refuses?: boolean }[] = []) {
  const listeners = new Map<string, (event: never) => void>();
  const shown = vi.fn<(...input: unknown[]) => Promise<void>>(async () => undefined);
  const badge = vi.fn<(count: number) => Promise<void>>(async () => undefined);
  const opened = vi.fn<(address: string) => Promise<void>>(async () => undefined);
  const pages = windows.map(({ focused, refuses }) => ({
    focused, focus: vi.fn<() => Promise<void>>(async () => undefined),
    navigate: vi.fn<(address: string) => Promise<void>>(refuses ? async () => Promise.reject(new TypeError('not controlled')) : async () => undefined),
  }));
  const scope: PushScope = {
    location: { origin: 'https://sign.example.org' }, navigator: { setAppBadge: badge }, registration: { showNotification: shown },
    clients: { matchAll: async () => pages, openWindow: opened },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  };
  listenForPush(scope);
  const fire = async (type: string, event: object): Promise<void> => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) } as never);
    await Promise.all(work);
    await tick();
  };
  return { shown, badge, opened, pages, fire };
}

test('a message is shown once by its id, with the number on the icon', async () => {
  const { shown, badge, fire } = openScope();
  await fire('push', { data: { json: () => message } });
  expect(shown.mock.calls).toMatchObject([[message.title, { body: 'Lease.pdf', tag: 'n1', data: { path: '/transaction/1' } }]]);
  expect(badge.mock.calls).toEqual([[3]]);
});

test.each([
  ['nothing', null], ['no JSON', { json: () => JSON.parse('x') }], ['a list', { json: () => [] }], ['null', { json: () => null }], ['another shape', { json: () => ({ ...message, title: 7 }) }],
])('%s is not shown', async (_, data) => {
  const { shown, fire } = openScope();
  await fire('push', { data });
  expect(shown).not.toHaveBeenCalled();
});

const click = (path: unknown) => ({ notification: { data: { path }, close: () => undefined } });

test('a press leads the window that is in front, or one that is open, to the page', async () => {
  const { pages: [behind, front], opened, fire } = openScope([{ focused: false }, { focused: true }]);
  await fire('notificationclick', click('/transaction/1'));
  expect([front!.navigate.mock.calls, behind!.navigate.mock.calls, opened.mock.calls]).toEqual([[['https://sign.example.org/transaction/1']], [], []]);
});

test('without a window that can be led, it opens one', async () => {
  for (const windows of [[], [{ focused: true, refuses: true }]]) {
    const { opened, fire } = openScope(windows);
    await fire('notificationclick', click('/transaction/1'));
    expect(opened.mock.calls).toEqual([['https://sign.example.org/transaction/1']]);
  }
});

test.each(['https://elsewhere.example.org/', '//elsewhere.example.org', 'javascript:alert(1)', undefined])('%s leads nowhere but to the start of the app', async (path) => {
  const { opened, fire } = openScope();
  await fire('notificationclick', click(path));
  expect(opened.mock.calls).toEqual([['https://sign.example.org/']]);
});
