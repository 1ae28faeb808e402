/** What a request for bulk sending offers: nobody signs alone, and open questions are asked before the list of people opens. */
import { configureStore } from '@reduxjs/toolkit';
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SendingActions } from './SendActions.tsx';
import { SendActions, useSaveAll, useSending } from './SendActions.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
vi.stubGlobal('CSS', { escape: (text: string) => text });
const begin = vi.fn<(goOn: () => void) => Promise<void>>();
const saved = vi.fn<() => Promise<boolean>>();
vi.mock('./use-before-sending.tsx', () => ({ useBeforeSending: () => ({ begin, question: null, isWaiting: false }) }));
vi.mock('#web/features/editor/autosave.ts', () => ({ saveAll: () => saved() }));
vi.mock('#web/entities/transactions/transactions.slice.ts', async (original) => ({ ...(await original<object>()), selectTransaction: () => null }));

const { notifyError } = vi.hoisted(() => ({ notifyError: vi.fn<(text: string, options: object) => void>() }));
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError }));

const transaction = { id: 'd'.repeat(24), version: 1, recipients: [] };
const profile = { email: 'ada@example.org', phone: null, firstName: 'Ada', lastName: null };
const flush = vi.fn<() => Promise<boolean>>();
const draftOf = (allowBulkUsage: boolean) => ({ recipients: [], cc: [], name: 'Lease', options: { allowBulkUsage }, flush, failure: () => ({ code: 'unknown_network_error' }) });

let actions: SendingActions | undefined;
let visits: string[];
function Screen({ allowBulkUsage }: { allowBulkUsage: boolean }) {
  const draft = draftOf(allowBulkUsage) as never;
  const now = useSending({ transaction: transaction as never, draft, files: [], people: [], profile: profile as never, unsavedPage: { current: null }, onDocument: () => undefined });
  const { pathname, key } = useLocation();
  useEffect(() => void (actions = now));
  useEffect(() => void visits.push(pathname), [pathname, key]);
  return <SendActions actions={{ ...now, sending: null }} draft={draft} profile={profile as never} isOffered onPanel={() => undefined} onDocument={() => undefined} />;
}
async function show(allowBulkUsage: boolean, path: string): Promise<() => Promise<void>> {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const store = configureStore({ reducer: { none: (state: null = null) => state } });
  await act(async () => root.render(<Provider store={store}><MemoryRouter initialEntries={[path]}><Screen allowBulkUsage={allowBulkUsage} /></MemoryRouter></Provider>));
  return () => act(async () => root.unmount());
}
const draftPath = `/transaction/${transaction.id}`;

beforeEach(() => {
  visits = [];
  actions = undefined;
  begin.mockReset().mockImplementation(async (goOn) => goOn());
  saved.mockReset().mockResolvedValue(true);
  flush.mockReset().mockResolvedValue(true);
});

test('signing alone is offered only for a request of its own', async () => {
  const leave = await show(false, draftPath);
  expect(actions?.signAlone).not.toBeNull();
  await leave();
  const leaveBulk = await show(true, draftPath);
  expect(actions?.signAlone).toBeNull();
  await leaveBulk();
});

test('the list of people opens once, after the questions', async () => {
  let goOn: () => void = () => undefined;
  let finish: (done: boolean) => void = () => undefined;
  begin.mockImplementation(async (next) => void (goOn = next));
  saved.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  const leave = await show(true, draftPath);
  const press = () => act(async () => document.querySelector('button')?.click());
  await press();
  expect([begin.mock.calls.length, saved.mock.calls.length]).toEqual([1, 0]);
  await act(async () => goOn());
  await press();
  await act(async () => actions?.open());
  expect([begin.mock.calls.length, saved.mock.calls.length, actions?.isWaiting]).toEqual([1, 1, true]);
  await act(async () => finish(true));
  expect(visits).toEqual([draftPath, `${draftPath}/use_bulk`]);
  await leave();
});

test('nothing is reviewed that the server does not have', async () => {
  flush.mockResolvedValue(false);
  const leave = await show(false, draftPath);
  await act(async () => actions?.open());
  expect([begin.mock.calls.length, actions?.sending]).toEqual([0, null]);
  expect(notifyError).toHaveBeenCalledWith(expect.stringContaining('notSaved'), { id: 'draft-not-saved' });
  flush.mockResolvedValue(true);
  await act(async () => actions?.open());
  expect(begin).toHaveBeenCalledOnce();
  await leave();
});

test('the address that opens the review opens the list of people of a bulk send', async () => {
  const leave = await show(true, `${draftPath}/start`);
  await vi.waitFor(() => expect(visits.at(-1)).toBe(`${draftPath}/use_bulk`));
  expect(actions?.sending).toBeNull();
  await leave();
});

test('everything is saved only with the draft and the fields of its documents', async () => {
  const outcomes: boolean[] = [];
  function Saver({ flushed }: { flushed: boolean }) {
    const saveEverything = useSaveAll({ ...draftOf(false), flush: async () => flushed } as never);
    useEffect(() => void saveEverything().then((outcome) => outcomes.push(outcome)));
    return null;
  }
  const store = configureStore({ reducer: { none: (state: null = null) => state } });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  for (const [flushed, fields] of [[true, true], [true, false], [false, true]] as const) {
    saved.mockResolvedValue(fields);
    await act(async () => root.render(<Provider store={store}><Saver flushed={flushed} /></Provider>));
  }
  expect(outcomes).toEqual([true, false, false]);
  await act(async () => root.unmount());
});
