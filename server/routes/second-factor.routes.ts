import type { secondFactorCalls } from '#contract/calls/second-factor.calls.ts';
import type { SecondFactors } from '#server/identity/second-factors.ts';
import type { Handlers } from './handler.ts';

type SecondFactorCall = Exclude<keyof typeof secondFactorCalls, 'secondFactor.submit'>;

/** Calls of the signed-in user. The second step of a sign-in is registered with the sign-in methods. */
export const secondFactorRoutes = (factors: SecondFactors): Handlers<SecondFactorCall> => ({
  'secondFactor.get': ({ caller }) => factors.get(caller),
  'secondFactor.begin': ({ caller }) => factors.begin(caller),
  'secondFactor.confirm': ({ caller, body }) => factors.confirm(caller, body.code),
  'secondFactor.renewCodes': ({ caller, body }) => factors.renewCodes(caller, body.code),
  'secondFactor.remove': ({ caller, body }) => factors.remove(caller, body.code),
});
