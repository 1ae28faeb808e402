import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EndedMagicLink } from '#contract/entities/magic-link.ts';
import { call } from '#web/services/api/call.ts';
import { LinkEnded } from './LinkEnded.tsx';
import { useMagicLink } from './use-magic-link.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(id: string, input: unknown) => Promise<unknown>>(), takePrefetched: async () => undefined }));
vi.mock('#web/services/auth/auth.ts', () => ({ signIn: () => Promise.resolve() }));

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.clearAllMocks();
});

const mailed = { address: '/transaction/1', code: 'secret' };

const Page = ({ link }: { link: EndedMagicLink }) => <LinkEnded link={link} actions={useMagicLink(mailed as never, null)} />;
const ended = (isRenewable: boolean) => ({ state: 'ended', isReader: false, reason: 'expired', isRenewable }) as EndedMagicLink;
const show = (link: EndedMagicLink) => act(async () => root.render(<Page link={link} />));
const buttons = (): (string | null)[] => [...document.querySelectorAll('button')].map(({ textContent }) => textContent);
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());

test('an expired link can be renewed once, and the page confirms it', async () => {
  vi.mocked(call).mockResolvedValue(undefined as never);
  await show(ended(true));
  await press('ended.renew');
  expect(vi.mocked(call).mock.calls.filter(([id]) => id === 'magicLinks.renew')).toEqual([['magicLinks.renew', { body: { code: 'secret' } }]]);
  expect(document.querySelector('[role=status]')?.textContent).toBe('ended.renewed');
  expect(buttons()).toEqual(['signIn']);
});

test('a failed renewal can be tried again', async () => {
  vi.mocked(call).mockRejectedValue(new Error('The line is dead'));
  await show(ended(true));
  await press('ended.renew');
  expect(document.querySelector('[role=status]')).toBeNull();
  expect(buttons()).toEqual(['ended.renew', 'signIn']);
});

test('a link of a completed request cannot be renewed', async () => {
  await show(ended(false));
  expect(buttons()).toEqual(['signIn']);
});
