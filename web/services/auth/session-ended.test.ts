// @vitest-environment node
// Node's own blobs, which the imitation of IndexedDB can store.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const store = new Map<string, string>();
const storage = { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => void store.set(key, value), removeItem: (key: string) => void store.delete(key) };
const provider = vi.hoisted(() => ({ error: 'login_required' }));
vi.mock('oidc-client-ts', () => {
  class ErrorResponse extends Error {
    readonly error = provider.error;
  }
  class UserManager {
    readonly events = { addUserLoaded: () => undefined, addAccessTokenExpired: () => undefined };
    async getUser() {
      return null;
    }
    async signinSilent() {
      throw new ErrorResponse();
    }
  }
  return { ErrorResponse, UserManager, WebStorageStateStore: class {} };
});

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', storage);
  vi.stubGlobal('window', { location: { origin: 'http://localhost' }, sessionStorage: storage });
  vi.stubGlobal('document', { querySelector: () => null });
  vi.stubGlobal('navigator', { onLine: true });
  store.set('countersign.signed-in', 'yes');
});

afterEach(() => vi.unstubAllGlobals());

const keep = async () => {
  const [{ rememberPerson }, { writeCached }] = await Promise.all([import('../offline/known-person.ts'), import('../storage/database.ts')]);
  rememberPerson('ada');
  await Promise.all([writeCached('ada', 'answer/profile.get?', { firstName: 'Ada' }), writeCached('ada', 'draft/file/f', { mine: 1 }), writeCached('ada', 'pins', [])]);
};

const left = async () => {
  const { readCached } = await import('../storage/database.ts');
  return Promise.all(['answer/profile.get?', 'pins', 'draft/file/f'].map(async (name) => (await readCached('ada', name)) !== undefined));
};

it('what a person saw goes when the provider says that their session is over; what they wrote stays', async () => {
  await keep();
  await (await import('./auth.ts')).restoreSession();
  expect(await left()).toEqual([false, false, true]);
});

it('a provider in trouble ends nothing of it', async () => {
  provider.error = 'temporarily_unavailable';
  await keep();
  await (await import('./auth.ts')).restoreSession();
  expect(await left()).toEqual([true, true, true]);
});
