/** What is checked before an encrypted request is sent, and what becomes of it when it is refused. */
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { reassigned } from '#web/features/editor/field-edits.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { AppError } from '#web/services/app-error.ts';
import { replacementsOf } from './NewEncryptedPage.tsx';
import { PlaceFields } from './PlaceFields.tsx';

// jsdom has no CSS.escape, which the dialog's keyboard handling needs.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true, CSS: { escape: String } });
injectEditor();

interface Encrypted { id: string; fields: readonly { recipient: unknown }[] }
const service = vi.hoisted(() => ({ encrypt: vi.fn<(request: Encrypted) => Promise<Encrypted>>(), send: vi.fn<(request: Encrypted) => Promise<void>>() }));
vi.mock('#web/services/encryption/send-request.service.ts', () => ({ encryptRequest: service.encrypt, sendEncrypted: service.send }));
vi.mock('#web/services/encryption/stored-keys.ts', () => ({ storeTransactionKey: async () => undefined }));
vi.mock('#web/services/api/call.ts', () => ({ onSessionLost: () => undefined, call: async () => ({}) }));
vi.mock('../editor/EditorWorkspace.tsx', () => ({ EditorWorkspace: ({ notice, fieldsLock }: { notice: unknown; fieldsLock: unknown }) => <div>{notice as null}<output>{fieldsLock as string}</output></div> }));
vi.mock('../editor/EditorTools.tsx', () => ({ HeaderTools: () => null }));
vi.mock('../shared/DocumentHeader.tsx', () => ({ DocumentHeader: ({ children }: { children: unknown }) => <header>{children as null}</header> }));
vi.mock('../shared/use-open-document.ts', () => ({ useOpenDocument: () => ({ status: 'open' }), useCoreFields: () => null }));

const signer = (id: string, email = `${id}@example.com`) => ({ id, email, firstName: id, lastName: null, password: null });
const recipient = (email: string | null) => ({ email, phone: null, role: null });
const rect = { x: 1, y: 1, width: 9, height: 3 };
const field = (id: string, email: string | null) => createField({ id, page: 1, rect, recipient: email ? recipient(email) : null });

let root: Root;
beforeEach(() => {
  service.encrypt.mockReset().mockImplementation(async (request) => request);
  service.send.mockReset().mockResolvedValue();
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => act(async () => root.unmount()));
const press = (name: string) => act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))?.click());
const show = async (...fields: ReturnType<typeof field>[]) => {
  const store = createStore();
  store.dispatch(sessionStarted('ada'));
  store.dispatch(editorActions.fileOpened({ id: 'd', fields, isNeverSaved: true, fresh: true }));
  store.dispatch(editorActions.fileShown('d'));
  const place = <PlaceFields documentId="d" file={new File([], 'a.pdf')} title="Merger" message="" signers={[signer('grace'), signer('alan')]} onBack={() => undefined} onSent={() => undefined} />;
  const router = createMemoryRouter([{ path: '*', element: place }]);
  await act(async () => root.render(<Provider store={store}><RouterProvider router={router} /></Provider>));
  return store;
};

test('a field of nobody who signs is told, and nothing is encrypted', async () => {
  await show(field('a', 'before@example.com'));
  await press('new.send');
  expect([document.body.textContent?.includes('problem.stray_fields'), service.encrypt.mock.calls.length]).toEqual([true, 0]);
});

test('who fills a field of nobody is asked, and so is what was found', async () => {
  await show(field('a', null));
  await press('new.send');
  expect([document.body.textContent?.includes('unassigned.title'), service.encrypt.mock.calls.length]).toEqual([true, 0]);
});

test('undecided proposals are asked about', async () => {
  const store = await show();
  await act(async () => void store.dispatch(editorActions.fieldsDetected({ id: 'd', fields: [field('found', null)] })));
  await press('new.send');
  expect([document.body.textContent?.includes('undecided.title'), service.encrypt.mock.calls.length]).toEqual([true, 0]);
});

test('after a lost answer the same request is sent again; after a refusal another one, which can be changed before', async () => {
  await show(field('a', 'grace@example.com'));
  service.send.mockRejectedValueOnce(new AppError('internal_error'));
  await press('new.send');
  expect(document.querySelector('output')?.textContent).toBe('new.encrypted');
  service.send.mockRejectedValueOnce(new AppError('send_approval_required'));
  await press('new.send');
  expect(document.querySelector('output')?.textContent).toBe('');
  await press('new.send');
  const [first, second, third] = service.send.mock.calls.map(([{ id }]) => id);
  expect([service.encrypt.mock.calls.length, first === second, second === third]).toEqual([2, true, false]);
});

test('a changed address takes its fields along, also when two exchange theirs, and whoever is removed leaves them to nobody', () => {
  const before = [signer('a', 'one@example.com'), signer('b', 'two@example.com'), signer('c')];
  const now = [signer('a', 'two@example.com'), signer('b', 'one@example.com')];
  const fields = replacementsOf(before, now).reduce(reassigned, [field('1', 'one@example.com'), field('2', 'two@example.com'), field('3', 'c@example.com')]);
  expect(fields.map((each) => each.recipient?.email ?? null)).toEqual(['two@example.com', 'one@example.com', null]);
});
