// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { currentLocation } from './location.ts';

type Found = (position: { coords: { latitude: number; longitude: number } }) => void;
type Failed = (error: { code: number; PERMISSION_DENIED: number }) => void;

const withDevice = (getCurrentPosition: (found: Found, failed: Failed, options: object) => void) => vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } });
afterEach(() => vi.unstubAllGlobals());

describe('the location of the device', () => {
  it('is rounded to about a kilometre and has the time-out of the specification', async () => {
    let asked: object = {};
    withDevice((found, _, options) => {
      asked = options;
      found({ coords: { latitude: 52.520008, longitude: -13.404954 } });
    });
    expect(await currentLocation()).toBe('52.52,-13.40');
    expect(asked).toEqual({ timeout: 6500, maximumAge: 1_800_000 });
  });

  it.each([[1, 'denied'], [2, 'error'], [3, 'error']])('is unknown after error %i', async (code, problem) => {
    withDevice((_, failed) => failed({ code, PERMISSION_DENIED: 1 }));
    await expect(currentLocation()).rejects.toMatchObject({ code: problem });
  });

  it('is unknown if the device has no location service', async () => {
    vi.stubGlobal('navigator', {});
    await expect(currentLocation()).rejects.toMatchObject({ code: 'error' });
  });
});
