/** @vitest-environment-options { "url": "https://sign.example.org/" } */
import { expect, it, vi } from 'vitest';
import { storeConsent, storedConsent } from './consent-cookie.ts';

it('the cookie is Secure if the app is served over TLS', () => {
  const written = vi.spyOn(document, 'cookie', 'set');
  storeConsent('no');
  expect(written).toHaveBeenCalledWith(expect.stringMatching(/^cookies_consent=no; .*samesite=lax; secure$/));
  expect(storedConsent()).toBe('no');
});
