import type { SignInMethod } from '#contract/entities/sign-in-methods.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';

/** Throws `feature_not_supported` unless the installation offers one of the methods (`SIGN_IN_METHODS`). */
export function assertOffered({ signInMethods }: Pick<Config, 'signInMethods'>, ...methods: SignInMethod[]): void {
  if (!methods.some((method) => signInMethods.includes(method))) throw new AppError('feature_not_supported', { signInMethods });
}
