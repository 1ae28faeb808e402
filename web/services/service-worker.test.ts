import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timing } from '#contract/limits/timing.ts';

const registration = () => {
  const events = new EventTarget();
  return Object.assign(events, { waiting: null as { postMessage: (message: string) => void } | null, installing: null as EventTarget & { state?: string } | null, update: vi.fn<() => Promise<void>>(async () => undefined), unregister: vi.fn<() => Promise<boolean>>(async () => true) });
};
type Registration = ReturnType<typeof registration>;

const browser = (registered: Registration, { controller = {} as object | null, known = [registered] } = {}) =>
  Object.assign(new EventTarget(), { controller, register: vi.fn<() => Promise<Registration>>(async () => registered), getRegistrations: async () => known });

const start = async () => {
  const service = await import('./service-worker.ts');
  await service.startServiceWorker();
  return service;
};

describe('the service worker', () => {
  let registered: Registration;
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    vi.stubEnv('PROD', true);
    registered = registration();
    window.matchMedia = vi.fn<(query: string) => MediaQueryList>(() => ({ matches: false }) as MediaQueryList);
  });
  afterEach(() => {
    document.head.innerHTML = '';
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.useRealTimers();
  });

  it('is checked for a new version every 30 minutes', async () => {
    vi.stubGlobal('navigator', { serviceWorker: browser(registered) });
    await start();
    await vi.advanceTimersByTimeAsync(timing.serviceWorkerUpdateCheck - 1);
    expect(registered.update).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(registered.update).toHaveBeenCalledOnce();
  });

  it('is installed on a first visit after the first screen had the line for itself', async () => {
    const workers = browser(registered, { controller: null });
    vi.stubGlobal('navigator', { serviceWorker: workers });
    const starting = start();
    await vi.advanceTimersByTimeAsync(timing.serviceWorkerDelay - 1);
    expect(workers.register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    await starting;
    expect(workers.register).toHaveBeenCalledOnce();
  });

  it('is not installed where data are saved', async () => {
    const workers = browser(registered, { controller: null });
    vi.stubGlobal('navigator', { serviceWorker: workers, connection: { saveData: true } });
    const starting = start();
    await vi.advanceTimersByTimeAsync(timing.serviceWorkerDelay);
    await starting;
    expect(workers.register).not.toHaveBeenCalled();
  });

  it('goes with all it stored where the installation has switched it off', async () => {
    document.head.innerHTML = '<meta name="USE_SERVICE_WORKER" content="false">';
    vi.stubGlobal('navigator', { serviceWorker: browser(registered) });
    const remove = vi.fn<(name: string) => Promise<boolean>>(async () => true);
    vi.stubGlobal('caches', { keys: async () => ['countersign-shell', 'serwist-precache-v2-x', 'other'], delete: remove });
    await start();
    expect(registered.unregister).toHaveBeenCalledOnce();
    expect(remove.mock.calls.flat()).toEqual(['countersign-shell', 'serwist-precache-v2-x']);
  });

  it('of a new version is announced once it is installed, and takes over when somebody asks for it', async () => {
    const workers = browser(registered);
    vi.stubGlobal('navigator', { serviceWorker: workers });
    const { loadNextVersion, onNextVersion } = await start();
    const announced = vi.fn<() => void>();
    onNextVersion(announced);
    const installing = Object.assign(new EventTarget(), { state: 'installing' });
    registered.installing = installing;
    registered.dispatchEvent(new Event('updatefound'));
    expect(announced).not.toHaveBeenCalled();
    installing.state = 'installed';
    installing.dispatchEvent(new Event('statechange'));
    expect(announced).toHaveBeenCalledOnce();
    const say = vi.fn<(message: string) => void>();
    registered.waiting = { postMessage: say };
    loadNextVersion();
    expect(say).toHaveBeenCalledWith('take-over');
  });
});
