// @vitest-environment node
import { expect, it } from 'vitest';
import { AppError } from '#web/services/app-error.ts';
import { isCheckOutdated } from './is-check-outdated.ts';

it.each([
  ['identity_not_verified', 'approved', true], ['identity_not_verified', null, true], ['identity_not_verified', 'pending', false], ['conflict', 'approved', false],
] as const)('%s with a check that is %s: %s', (code, status, expected) => expect(isCheckOutdated(new AppError(code), { identityValidationStatus: status })).toBe(expected));
