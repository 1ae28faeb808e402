// @vitest-environment node
import { expect, test } from 'vitest';
import { mayAskForCookies } from './paths.ts';

test.each([
  '/not_found', '/authorize', '/trust/compliance/subprocessors', '/trust/compliance/gdpr', '/trust/compliance/privacy', '/trust/compliance/terms', '/verify', '/access_denied',
])('the cookie dialog is hidden on %s', (path) => expect(mayAskForCookies(path)).toBe(false));

test.each(['/', '/transactions', '/library/template', '/invite/abc', '/invalid_link', '/upload'])('and allowed on %s', (path) => expect(mayAskForCookies(path)).toBe(true));
