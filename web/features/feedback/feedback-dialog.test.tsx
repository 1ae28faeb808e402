import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { createStore } from '#web/entities/store.ts';
import { AppError } from '#web/services/app-error.ts';
import { noteFailedTrace } from '#web/services/api/failed-trace.ts';
import FeedbackDialog from './FeedbackDialog.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
const server = vi.hoisted(() => ({ bodies: [] as unknown[], answer: (): unknown => ({}) }));
vi.mock('#web/services/api/call.ts', () => ({
  call: async (id: string, { body }: { body: object }) => {
    if (id === 'deployment.get') return {};
    server.bodies.push(body);
    return server.answer();
  },
}));

const ada = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.org' } as Profile;
let root: Root;
beforeEach(async () => {
  server.bodies = [];
  server.answer = () => ({});
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<Provider store={createStore()}><FeedbackDialog profile={ada} onClose={() => undefined} /></Provider>));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const type = (element: HTMLInputElement | HTMLTextAreaElement, text: string) => act(async () => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!.set!.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true }));
});
const description = () => document.querySelector('textarea')!;
const submit = () => act(async () => document.querySelector('form')!.requestSubmit());

test('goes with the prefilled name and address, the lowest priority and the trace of the last failure', async () => {
  noteFailedTrace('4bf92f3577b34da6a3ce929d0e0e4736');
  noteFailedTrace(null);
  await type(description(), 'It hangs');
  await submit();
  expect(server.bodies).toEqual([{ subject: '', description: 'It hangs', name: 'Ada Byron', email: 'ada@example.org', priority: 1, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' }]);
  expect(document.body.textContent).toContain('done');
});

test('needs a text and an address that is one', async () => {
  await submit();
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(1);
  await type(description(), 'It hangs');
  await type(document.querySelector('input[type=email]')!, 'nowhere');
  await submit();
  expect([server.bodies.length, document.querySelectorAll('[aria-invalid=true]').length]).toEqual([0, 1]);
});

test('keeps what was typed when it was not sent', async () => {
  server.answer = () => { throw new AppError('too_many_requests'); };
  await type(description(), 'It hangs');
  await submit();
  expect([document.querySelector('[role=alert]') !== null, description().value]).toEqual([true, 'It hangs']);
});
