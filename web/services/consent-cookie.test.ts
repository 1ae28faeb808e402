/** @vitest-environment-options { "url": "https://sign.example.org/" } */
import { expect, it, vi } from 'vitest';
import { keepConsent, keptConsent } from './consent-cookie.ts';

it('goes over TLS alone where the app comes over TLS', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  keepConsent('no');
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/^cookies_consent=no; .*samesite=lax; secure$/));
  expect(keptConsent()).toBe('no');
});
