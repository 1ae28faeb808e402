/** The upload of a new version belongs to its screen, and what is stored is not stored again. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FileMeta } from '#contract/entities/file.ts';
import { createStore } from '#web/entities/store.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { ReplaceScreen } from './ReplaceScreen.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ putBody: vi.fn<() => Promise<unknown>>(), rememberBody: () => undefined }));
vi.mock('#web/services/uploads/inspect-pdf.ts', () => ({ inspectPdf: () => Promise.resolve({ pages: 1, fields: [] }) }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError: () => undefined }));

const meta = { id: 'f', title: 'Lease.pdf', metaVersion: 1, attributes: { title: 'Lease.pdf', fields: [] } } as unknown as FileMeta;
const onDone = vi.fn<() => void>();
let stored: () => void;
let root: Root;

beforeEach(async () => {
  onDone.mockClear();
  vi.mocked(call).mockReset().mockImplementation((async (id: string) => (id === 'files.updateUrl' ? { url: '/put' } : meta)) as never);
  vi.mocked(putBody).mockReset().mockImplementation((_url, _body, options) => new Promise((resolve, reject) => {
    stored = () => resolve(undefined);
    options?.signal?.addEventListener('abort', () => reject(new AppError('process_canceled')));
  }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={createStore()}><MemoryRouter><ReplaceScreen meta={meta} isOpen onDone={onDone} /></MemoryRouter></Provider>));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
});

const button = (text: string) => [...document.querySelectorAll('button')].find((each) => each.textContent === text);
const press = (text: string) => act(async () => button(text)?.click());
const choose = () =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    Object.defineProperty(input, 'files', { configurable: true, value: [new File(['%PDF'], 'New.pdf', { type: 'application/pdf' })] });
    input?.dispatchEvent(new Event('change', { bubbles: true }));
  });
const calls = (id: string) => vi.mocked(call).mock.calls.filter(([name]) => name === id).length;

test('ends with the screen', async () => {
  await choose();
  expect(putBody).toHaveBeenCalledOnce();
  await act(async () => root.unmount());
  await act(async () => stored());
  expect([calls('files.updateMeta'), onDone.mock.calls.length]).toEqual([0, 0]);
});

test('an uploaded version gets its fields after the screen is left, and nobody is moved', async () => {
  let save: (answer: FileMeta) => void = () => undefined;
  vi.mocked(call).mockImplementation(((id: string) => (id === 'files.updateUrl' ? Promise.resolve({ url: '/put' }) : new Promise((resolve) => (save = resolve)))) as never);
  await choose();
  await act(async () => stored());
  await act(async () => root.unmount());
  await act(async () => save(meta));
  expect([calls('files.updateMeta'), onDone.mock.calls.length]).toEqual([1, 0]);
});

test('can be stopped, without an error, and keeps the focus', async () => {
  await act(async () => button('replace.choose')?.focus());
  await choose();
  expect([document.activeElement === button('replace.choose'), document.querySelector<HTMLInputElement>('input[type=file]')?.disabled]).toEqual([true, true]);
  await press('stop');
  expect([button('stop'), document.querySelector('[role=alert]'), document.body.textContent?.includes('failed')]).toEqual([undefined, null, false]);
  expect(document.querySelector<HTMLInputElement>('input[type=file]')?.disabled).toBe(false);
  await choose();
  await act(async () => stored());
  expect(onDone).toHaveBeenCalledOnce();
});

test('only the fields are saved again', async () => {
  await choose();
  vi.mocked(call).mockRejectedValueOnce(new AppError('unknown_network_error'));
  await act(async () => stored());
  expect(onDone).not.toHaveBeenCalled();
  await press('retry');
  expect([vi.mocked(putBody).mock.calls.length, calls('files.updateMeta'), onDone.mock.calls.length]).toEqual([1, 2, 1]);
});
