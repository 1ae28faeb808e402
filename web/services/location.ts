import { timing } from '#contract/limits.ts';

/** Why there is no position: denied by the person, or unavailable (document 3 §8.5). */
export type LocationProblem = 'denied' | 'error';

export class LocationError extends Error {
  readonly code: LocationProblem;
  constructor(code: LocationProblem) {
    super(`The place of the device is not known: ${code}`);
    this.name = 'LocationError';
    this.code = code;
  }
}

/** Decimals of the coordinates: about one kilometre, for privacy. */
const DECIMALS = 2;

/** Position as `latitude,longitude`. The browser asks for permission the first time. */
export function currentLocation(): Promise<string> {
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
