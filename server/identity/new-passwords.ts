/** Which passwords may be chosen: none that is guessed first. */
import { breachedPasswords } from '#server/adapters/passwords/breached-passwords.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { isCommonPassword, isOwnName } from './common-passwords.ts';

/** Refuses with `password_common` or `password_breached`. `own`: what whoever chooses it is called. */
export type AssertGoodPassword = (password: string, own?: readonly (string | null)[]) => Promise<void>;

export function goodPasswords({ config, log }: Pick<Foundation, 'config' | 'log'>): AssertGoodPassword {
  const isBreached = config.passwordBreachUrl === null ? null : breachedPasswords(config.passwordBreachUrl, log);
  return async (password, own = []) => {
    if (isOwnName(password, own) || (await isCommonPassword(password))) throw new AppError('password_common');
    if (await isBreached?.(password)) throw new AppError('password_breached');
  };
}
