/** Who is offered to sign, and what the sender sees before. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { createStore } from '#web/entities/store.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { EncryptedScreen } from './EncryptedScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const hook = vi.hoisted(() => ({ request: null as unknown, retry: vi.fn<() => void>() }));
vi.mock('./use-encrypted-request.ts', () => ({
  useEncryptedRequest: () => ({ state: { status: 'open', key: new Uint8Array(32), request: hook.request }, enter: () => undefined, retry: hook.retry }),
}));
vi.mock('./EncryptedSigning.tsx', () => ({ EncryptedSigning: () => <p>signing</p> }));
vi.mock('./EncryptedView.tsx', async () => {
  const { CheckResult } = await import('./CheckResult.tsx');
  return { EncryptedView: ({ request, onSign }: { request: OpenedRequest; onSign?: () => void }) => <div>viewing<CheckResult request={request} />{onSign ? <button type="button" onClick={onSign}>sign</button> : null}</div> };
});

const person = (id: string, completed = false) => ({ id, email: `${id}@example.com`, phone: null, firstName: id, lastName: null, completed, removed: false, role: null, participation: 'signer', inPerson: false });
const profile = { id: 'ada', email: 'alan@example.com', phone: null } as Profile;
/** `order`: by which the server asks. */
const transaction = (completed: boolean[], { ownerId = 'grace', order = [1, 2] } = {}) =>
  ({ id: 'a'.repeat(24), name: '', ownerId, owner: person(ownerId), status: 'pending', recipients: ['grace', 'alan'].map((id, at) => ({ ...person(id, completed[at]), signingOrder: order[at] })) }) as unknown as Transaction;
const opened = (signed: string[], signers = ['grace', 'alan']) => ({
  sent: { title: 'Merger', message: '', fields: [], signers: signers.map((id) => person(id)) },
  versions: [null, ...signed].map((id, at) => ({ version: at + 1, signer: id === null ? null : person(id), createdAt: '', problems: [] })),
  body: new Blob(), passwordSigners: [], digest: new Uint8Array(32), problems: [],
});

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(async () => root.unmount()));
const shown = async (of: Transaction, request: object): Promise<string> => {
  hook.request = request;
  await act(async () => root.render(<Provider store={createStore()}><EncryptedScreen transaction={of} profile={profile} /></Provider>));
  return document.body.textContent ?? '';
};

test('whose turn it is signs', async () => {
  expect(await shown(transaction([true, false]), opened(['grace']))).toBe('signing');
});

test('a turn that only the server knows of is told, and nothing is signed', async () => {
  const text = await shown(transaction([false, false], { order: [2, 1] }), opened([]));
  expect([text.includes('viewing'), text.includes('check.problem.order'), text.includes('signing')]).toEqual([true, true, false]);
});

test.each([['before', transaction([true, false]), opened([])], ['after', transaction([true, false]), opened(['grace', 'alan'])]])('what was opened %s the latest news is no reason for suspicion', async (_, of, request) => {
  const text = await shown(of, request);
  expect([text.includes('viewing'), text.includes('check.problem.order'), text.includes('signing')]).toEqual([true, false, false]);
});

test('a sender who signs hands over the key first', async () => {
  const text = await shown(transaction([true, false], { ownerId: 'ada' }), opened(['grace']));
  expect(text).toContain('viewing');
  await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'sign')?.click());
  expect(document.body.textContent).toBe('signing');
});
