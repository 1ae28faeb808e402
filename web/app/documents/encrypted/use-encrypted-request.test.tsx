/** The key of a request: where it is looked for, and that it is not lost on the way. */
import { act, useEffect } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { AppError } from '#web/services/app-error.ts';
import { fragmentOf, type Bytes } from '#web/services/encryption/keys.ts';
import { takeLinkKey } from '#web/services/encryption/link-key.ts';
import { waitingLinkKey } from '#web/services/encryption/waiting-link-key.ts';
import { useEncryptedRequest } from './use-encrypted-request.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const service = vi.hoisted(() => ({
  open: vi.fn<(key: Bytes) => Promise<unknown>>(),
  ofPassword: vi.fn<(signerId: string, password: string) => Promise<unknown>>(),
  stored: null as unknown,
  store: vi.fn<(key: unknown) => Promise<void>>(),
}));
vi.mock('#web/services/encryption/open-request.service.ts', () => ({
  openRequest: (_: unknown, key: Bytes) => service.open(key),
  keyOfPassword: (_: string, signerId: string, password: string) => service.ofPassword(signerId, password),
}));
vi.mock('#web/services/encryption/stored-keys.ts', () => ({
  storedTransactionKey: async () => (service.stored ? { key: service.stored } : undefined),
  storeTransactionKey: (_: string, __: string, { key }: { key: unknown }) => service.store(key),
}));

const id = 'a'.repeat(24);
const [good, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
const request = (title: string) => ({ sent: { title } });
const refused = (reason: string) => new AppError('failed_to_decrypt', { details: { reason } });
const profile = { id: 'ada', email: 'ada@example.com', phone: null } as Profile;
const person = (name: string, completed = false) => ({ id: name, email: `${name}@example.com`, phone: null, completed });
const transaction = (changed: object = {}) => ({ id, ownerId: 'ada', recipients: [person('grace'), person('alan')], ...changed }) as unknown as Transaction;

let root: Root;
let hook: ReturnType<typeof useEncryptedRequest>;
function Opened({ of }: { of: Transaction }) {
  const current = useEncryptedRequest(of, profile);
  useEffect(() => void (hook = current));
  return null;
}
const show = (of = transaction()) => act(async () => root.render(<Opened of={of} />));
const follow = (key: Bytes) => {
  history.replaceState(null, '', `/transaction/${id}${fragmentOf(key)}`);
  takeLinkKey();
};

beforeEach(() => {
  sessionStorage.clear();
  Object.assign(service, { stored: null });
  service.open.mockReset().mockImplementation(async (key) => {
    if (key[0] !== 1) throw refused('key');
    return request('Merger');
  });
  service.store.mockReset().mockResolvedValue();
  service.ofPassword.mockReset().mockResolvedValue(null);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(async () => root.unmount()));

test('the key of a link waits until the request was opened and the key stored', async () => {
  follow(good);
  service.open.mockRejectedValueOnce(new AppError('internal_error'));
  await show();
  expect([hook.state.status, waitingLinkKey(id)]).toEqual(['failed', fragmentOf(good)]);
  await act(async () => hook.retry());
  expect([hook.state.status, waitingLinkKey(id)]).toEqual(['open', null]);
  expect(service.store).toHaveBeenCalledWith(good);
});

test('a key that could not be stored waits on, for a reload', async () => {
  follow(good);
  service.store.mockRejectedValue(new AppError('idb_request_error'));
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  await show();
  expect([hook.state.status, waitingLinkKey(id)]).toEqual(['open', fragmentOf(good)]);
  said.mockRestore();
});

test('a link with another key does not hide the key that this browser has', async () => {
  follow(other);
  service.stored = good;
  await show();
  expect([hook.state.status, waitingLinkKey(id)]).toEqual(['open', null]);
});

test('a link with another key alone is refused, and the right one is taken afterwards', async () => {
  follow(other);
  await show();
  expect([hook.state.status, waitingLinkKey(id)]).toEqual(['keyless', null]);
  await act(async () => hook.enter(fragmentOf(other)));
  expect(hook.state.status).toBe('keyless');
  follow(good);
  await act(async () => void window.dispatchEvent(new Event('hashchange')));
  expect(hook.state.status).toBe('open');
});

test('what was typed needs no typing again after a lost connection', async () => {
  await show();
  service.open.mockRejectedValueOnce(new AppError('internal_error'));
  await act(async () => hook.enter(fragmentOf(good)));
  expect(hook.state.status).toBe('failed');
  await act(async () => hook.retry());
  expect(hook.state.status).toBe('open');
});

test('the sender opens it with any of the passwords, everybody else with their own', async () => {
  service.ofPassword.mockImplementation(async (signerId, password) => {
    if (signerId !== 'alan') return null;
    if (password !== 'of Alan') throw refused('password');
    return good;
  });
  await show();
  await act(async () => hook.enter('wrong'));
  expect(hook.state).toMatchObject({ status: 'keyless', error: { code: 'failed_to_decrypt' } });
  await act(async () => hook.enter('of Alan'));
  expect(hook.state.status).toBe('open');
  await act(async () => root.unmount());
  root = createRoot(document.body);
  await show(transaction({ ownerId: 'somebody' }));
  await act(async () => hook.enter('of Alan'));
  expect(hook.state.status).toBe('keyless');
});

test('an answer that comes late does not replace a newer one', async () => {
  service.stored = good;
  let answerLate: (request: unknown) => void = () => undefined;
  service.open.mockImplementationOnce(() => new Promise((resolve) => (answerLate = resolve)));
  await show();
  service.open.mockResolvedValueOnce(request('newer'));
  await show(transaction({ recipients: [person('grace', true), person('alan')] }));
  expect(hook.state).toMatchObject({ status: 'open', request: request('newer') });
  await act(async () => answerLate(request('older')));
  expect(hook.state).toMatchObject({ status: 'open', request: request('newer') });
});
