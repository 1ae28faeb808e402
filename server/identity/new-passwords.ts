/** Which passwords may be chosen: none that is guessed first. */
import { breachedPasswords } from '#server/adapters/passwords/breached-passwords.ts';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { isCommonPassword, isOwnName } from './common-passwords.ts';

/** Refuses with `password_common` or `password_breached`. `own`: what whoever chooses it is called. */
export type AssertGoodPassword = (password: string, own?: readonly (string | null)[]) => Promise<void>;

/** What everybody who knows the installation tries: the product, the parts of its host, who its mails are from. */
const namesOf = ({ appUrl, mailFrom }: Pick<Config, 'appUrl' | 'mailFrom'>): string[] =>
  ['Countersign', ...new URL(appUrl).hostname.split('.'), mailFrom.replace(/<.*/, '')].filter((name) => /\p{L}{3}/u.test(name));

export function goodPasswords({ config, log }: Pick<Foundation, 'config' | 'log'>): AssertGoodPassword {
  const names = namesOf(config);
  const isBreached = config.passwordBreachUrl === null ? null : breachedPasswords(config.passwordBreachUrl, log);
  return async (password, own = []) => {
    if (isOwnName(password, [...own, ...names]) || (await isCommonPassword(password))) throw new AppError('password_common');
    if (await isBreached?.(password)) throw new AppError('password_breached');
  };
}
