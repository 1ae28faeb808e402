import type { ErrorCode } from '#contract/errors.ts';

/**
 * What an error calls for besides being shown beside what caused it (document 3 §8.3). `signIn`, `checkService` and
 * `silent` are done where calls end; the others by the listener for refused requests.
 */
export type ErrorReaction = 'show' | 'silent' | 'signIn' | 'invalidLink' | 'checkService' | 'refreshProfile' | 'refreshOrganizations';

const special: Partial<Record<ErrorCode, ErrorReaction>> = {
  unauthorized: 'signIn',
  invalid_token: 'signIn',
  scenario_canceled: 'silent',
  ra_error: 'silent',
  process_canceled: 'silent',
  invalid_link: 'invalidLink',
  unknown_network_error: 'checkService',
  limit_exceeded: 'refreshProfile',
  email_already_verified: 'refreshProfile',
  phone_already_verified: 'refreshProfile',
  permission_denied: 'refreshOrganizations',
  second_factor_required: 'refreshOrganizations',
};

export const reactionTo = (code: ErrorCode): ErrorReaction => special[code] ?? 'show';
