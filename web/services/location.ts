import { timing } from '#contract/limits/timing.ts';

/** Why there is no position: denied by the person, or unavailable (document 3 §8.5). */
type LocationProblem = 'denied' | 'error';

export class LocationError extends Error {
  readonly code: LocationProblem;
  constructor(code: LocationProblem) {
    super(`The place of the device is not known: ${code}`);
    this.name = 'LocationError';
    this.code = code;
  }
}

/** State of the search for the device's location (document 1 §4). */
type LocationState = 'unknown' | 'pending' | 'found' | LocationProblem;

let state: LocationState = 'unknown';
const listeners = new Set<() => void>();

export const locationState = (): LocationState => state;

export function onLocationState(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

const setState = (next: LocationState): void => {
  state = next;
  for (const changed of listeners) changed();
};

/** For the next signature, which asks again. */
export const forgetLocation = (): void => setState('unknown');

/** Decimals of the coordinates: about one kilometre, for privacy. */
const DECIMALS = 2;

/** Position as `latitude,longitude`. The browser asks for permission the first time. */
export async function currentLocation(): Promise<string> {
  setState('pending');
  try {
    const found = await askDevice();
    setState('found');
    return found;
  } catch (failure) {
    setState(failure instanceof LocationError ? failure.code : 'error');
    throw failure;
  }
}

function askDevice(): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) {
      reject(new LocationError('error'));
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(`${coords.latitude.toFixed(DECIMALS)},${coords.longitude.toFixed(DECIMALS)}`),
      ({ code, PERMISSION_DENIED }) => reject(new LocationError(code === PERMISSION_DENIED ? 'denied' : 'error')),
      { timeout: timing.geolocationTimeout, maximumAge: timing.geolocationMaximumAge },
    );
  });
}
