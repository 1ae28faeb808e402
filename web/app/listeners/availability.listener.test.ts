// @vitest-environment node
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { createStore } from '#web/entities/store.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { filesAdded, selectUploads, uploadChanged } from '#web/entities/uploads/uploads.slice.ts';
import type { Availability } from '#web/services/availability.ts';
import { AppError } from '#web/services/app-error.ts';
import { attachFile } from '#web/services/uploads/upload-sources.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { startAvailabilityListener } from './availability.listener.ts';
import { startVisitorListener } from './visitor.listener.ts';

const service = vi.hoisted(() => ({ tell: undefined as ((state: Availability) => void) | undefined, returns: undefined as (() => void) | undefined }));
vi.mock('#web/services/availability.ts', () => ({
  onAvailability: (listener: NonNullable<typeof service.tell>) => (service.tell = listener),
  onServiceReturned: (listener: NonNullable<typeof service.returns>) => (service.returns = listener),
  watchNetwork: () => undefined,
}));
const ingest = vi.hoisted(() => vi.fn<() => () => Promise<never>>());
vi.mock('#web/entities/uploads/ingest.ts', () => ({ ingestFile: ingest, ingestRemote: ingest }));
const move = vi.hoisted(() => vi.fn<() => () => Promise<number>>(() => async () => 0));
vi.mock('#web/entities/visitor/move-to-account.ts', () => ({ moveToAccount: move }));
vi.mock('#web/services/visitor/entries-hint.ts', () => ({ expectsVisitorEntries: () => true }));
const notifyError = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('#web/ui/snackbar.ts', () => ({ notify: () => undefined, notifyError }));
vi.mock('#web/entities/error-text.ts', () => ({ errorText: ({ code }: { code: string }) => code }));

const store = createStore();
const failed = (id: string, more: Partial<Upload>): Upload => ({
  id, additionId: 'a', title: 'Lease.pdf', size: 4, status: 'failed', progress: 0, error: new AppError('unknown_network_error').toInfo(), warning: null, fileId: null, ...more,
});
const tell = (...states: Availability[]): void => states.forEach((state) => service.tell?.(state));
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeAll(() => {
  vi.stubGlobal('window', { location: { pathname: '/file/local-1' } });
  store.dispatch(sessionStarted('ada'));
  store.dispatch(profileReceived({ id: 'ada', type: 'user' } as Profile));
  startAvailabilityListener(store.dispatch);
  startVisitorListener();
});
beforeEach(() => {
  notifyError.mockClear();
  ingest.mockReset().mockReturnValue(async () => Promise.reject(new AppError('unknown_network_error')));
  move.mockClear();
});

test('an upload and a move that failed are tried again when the service returns, and not with each change of its state', async () => {
  store.dispatch(filesAdded({ addition: { id: 'a', target: { kind: 'files' }, finished: true, unitId: null, error: null }, uploads: [failed('u', {}), failed('m', { localId: 'local-1' })] }));
  attachFile('u', new File(['%PDF'], 'Lease.pdf'));
  tell('fortify', 'available', 'fortify', 'available');
  await settled();
  expect([ingest.mock.calls.length, move.mock.calls.length]).toEqual([0, 0]);
  service.returns?.();
  await settled();
  expect([ingest.mock.calls.length, move.mock.calls.length]).toEqual([1, 1]);
  expect(selectUploads(store.getState()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  // What was refused is not tried again.
  store.dispatch(uploadChanged({ id: 'u', error: new AppError('storage_exceeded').toInfo() }));
  service.returns?.();
  await settled();
  expect(ingest).toHaveBeenCalledTimes(1);
});

test('a move that can\'t begin, because the storage of this browser is full, is told', async () => {
  move.mockReturnValueOnce(async () => Promise.reject(new AppError('idb_request_error')));
  service.returns?.();
  await settled();
  expect(notifyError.mock.calls.map(([text]) => text)).toEqual(['idb_request_error']);
});
