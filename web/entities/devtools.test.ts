import { afterEach, expect, test, vi } from 'vitest';

interface Options {
  name: string;
  actionSanitizer: (action: object) => object;
  stateSanitizer: (state: object) => object;
}

/** Stands in for the browser extension, which is loaded before the app. */
const { connect, compose } = vi.hoisted(() => {
  const connect = vi.fn<(options: unknown) => (next: unknown) => unknown>(() => (next) => next);
  const compose = vi.fn<() => (next: unknown) => unknown>(() => (next) => next);
  Object.assign(globalThis, { __REDUX_DEVTOOLS_EXTENSION__: connect, __REDUX_DEVTOOLS_EXTENSION_COMPOSE__: compose });
  return { connect, compose };
});
const { createStore } = await import('./store.ts');

/** The options that the store passes to the extension. */
function registered(): Options {
  createStore();
  expect(connect).toHaveBeenCalledOnce();
  return connect.mock.calls[0]?.[0] as Options;
}

afterEach(() => {
  vi.unstubAllEnvs();
  vi.clearAllMocks();
});

const field = { id: 'f1', type: 'text', page: 2, value: 'Diagnosis', tooltip: 'Your illness', required: true, recipient: { email: 'ada@example.com' } };

test('the store is named in the extension', () => {
  expect(registered().name).toBe('Countersign');
});

test('the extension sees ids and states, but no content and no personal data', () => {
  const { actionSanitizer, stateSanitizer } = registered();
  const state = { files: { metas: { f1: { id: 'f1', version: 3, title: 'Divorce.pdf', fields: [field] } } }, people: { 'ada@example.com': { name: 'Ada' } }, boxes: { agreed: true, age: 36 } };
  expect(stateSanitizer(state)).toEqual({
    files: { metas: { f1: { id: 'f1', version: 3, title: '<string>', fields: [{ id: 'f1', type: 'text', page: 2, value: '<string>', tooltip: '<string>', required: '<boolean>', recipient: { email: '<string>' } }] } } },
    people: { '<key 0>': { name: '<string>' } },
    boxes: { agreed: '<boolean>', age: '<number>' },
  });
  expect(actionSanitizer({ type: 'signing/textWritten', payload: { fileId: 'a', text: 'Diagnosis' }, meta: { requestId: 'r', arg: { code: '123456', phone: '+49151' } } })).toEqual({
    type: 'signing/textWritten', payload: { fileId: '<string>', text: '<string>' }, meta: { requestId: 'r', arg: { code: '<string>', phone: '<string>' } },
  });
});

test('a production build does not connect', () => {
  vi.stubEnv('DEV', false);
  createStore();
  expect([connect.mock.calls, compose.mock.calls]).toEqual([[], []]);
});
