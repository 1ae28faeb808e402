import { timing } from '#contract/limits/timing.ts';
import { hostUrl } from './config.ts';
import { createSignal } from './signal.ts';

export type Availability = 'available' | 'unavailable';

const changed = createSignal<Availability>();
let state: Availability = 'available';
let timer: ReturnType<typeof setTimeout> | undefined;

const become = (next: Availability) => {
  if (state === next) return;
  state = next;
  changed.emit(next);
};

/** Checks whether the server responds. Any response except a gateway error counts. */
export const checkAvailability = async (): Promise<Availability> => {
  clearTimeout(timer);
  try {
    const response = await fetch(`${hostUrl('api')}/.well-known/openid-configuration`, {
      cache: 'no-store',
      signal: AbortSignal.timeout(timing.serviceRecheck),
    });
    become(response.status === 502 || response.status === 503 || response.status === 504 ? 'unavailable' : 'available');
  } catch (error) {
    console.debug('The server does not answer', error);
    become('unavailable');
  }
  if (state === 'unavailable') timer = setTimeout(() => void checkAvailability(), timing.serviceRecheck);
  return state;
};

/** Marks the service unavailable after a network failure, and checks every 10 s until it responds. */
export const reportNetworkFailure = () => {
  if (state === 'unavailable') return;
  become('unavailable');
  timer = setTimeout(() => void checkAvailability(), timing.serviceRecheck);
};

export const availability = (): Availability => state;
export const onAvailability = changed.subscribe;

/** Events of the browser report network changes before a request fails. */
export const watchNetwork = () => {
  window.addEventListener('offline', reportNetworkFailure);
  window.addEventListener('online', () => void checkAvailability());
};
