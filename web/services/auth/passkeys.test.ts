// @vitest-environment node
import { expect, it } from 'vitest';
import { failureOf, mayTryAgain, PasskeyError } from './passkeys.ts';

it.each([
  ['NotAllowedError', 'cancel', true], ['InvalidStateError', 'invalid-state', true], ['AbortError', 'abort', false], ['SecurityError', 'security', false],
  ['ConstraintError', 'constraint', false], ['NotSupportedError', 'not-supported', false], ['TypeError', 'type', false], ['SomethingElse', 'unknown', false],
] as const)('%s is "%s"; can be tried again: %s', (name, reason, again) => {
  expect(failureOf(Object.assign(new Error('No'), { name }))).toBe(reason);
  expect(failureOf(new PasskeyError(reason))).toBe(reason);
  expect(mayTryAgain(reason)).toBe(again);
});

it('a thrown value that is not an error has an unknown reason', () => expect(failureOf('no')).toBe('unknown'));
