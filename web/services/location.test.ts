// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentLocation, forgetLocation, locationState, onLocationState } from './location.ts';

type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failed = (error: { code: number; PERMISSION_DENIED: number }) => void;

const withDevice = (getCurrentPosition: (found: Found, failed: Failed, options: object) => void) => vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
afterEach(() => {
  vi.unstubAllGlobals();
  forgetLocation();
});

describe('the location of the device', () => {
  it('is rounded to about a kilometre and has the time-out of the specification', async () => {
    let requested: object = {};
    withDevice((found, _, options) => {
      requested = options;
      found({ coords: { latitude: 52.520008, longitude: -13.404954 } });
    });
    expect(await currentLocation()).toBe('52.52,-13.40');
    expect(requested).toEqual({ timeout: 6500, maximumAge: 1_800_000 });
  });

  it.each([[1, 'denied'], [2, 'error'], [3, 'error']])('is unknown after error %i', async (code, problem) => {
    withDevice((_, failed) => failed({ code, PERMISSION_DENIED: 1 }));
    await expect(currentLocation()).rejects.toMatchObject({ code: problem });
  });

  it.each([['found', null], ['denied', 1], ['error', 2]] as const)('is looked for, then %s; the next signature begins anew', async (end, code) => {
    const seen: string[] = [locationState()];
    const stop = onLocationState(() => seen.push(locationState()));
    withDevice((found, failed) => (code === null ? found({ coords: { latitude: 1, longitude: 2 } }) : failed({ code, PERMISSION_DENIED: 1 })));
    await currentLocation().catch(() => undefined);
    forgetLocation();
    stop();
    expect(seen).toEqual(['unknown', 'pending', end, 'unknown']);
  });

  it('is unknown if the device has no location service', async () => {
    vi.stubGlobal('navigator', {});
    await expect(currentLocation()).rejects.toMatchObject({ code: 'error' });
  });
});
