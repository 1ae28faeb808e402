/** Password policy: refuses passwords that attackers guess first. */
import { breachedPasswords } from '#server/adapters/passwords/breached-passwords.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isCommonPassword, isOwnName } from './common-passwords.ts';

/** Throws `password_common` or `password_breached`. `own`: names and addresses of the person. */
type AssertPasswordAllowed = (password: string, own?: readonly (string | null)[]) => Promise<void>;

/** Names known to everybody: the product, the labels of the host name, the sender of its mails. */
const namesOf = ({ appUrl, mailFrom }: Pick<Config, 'appUrl' | 'mailFrom'>): string[] =>
  ['Countersign', ...new URL(appUrl).hostname.split('.'), mailFrom.replace(/<.*/, '')].filter((name) => /\p{L}{3}/u.test(name));

export function passwordPolicy({ config, log }: Pick<Platform, 'config' | 'log'>): AssertPasswordAllowed {
  const names = namesOf(config);
  const isBreached = config.passwordBreachUrl === null ? null : breachedPasswords(config.passwordBreachUrl, log);
  return async (password, own = []) => {
    if (isOwnName(password, [...own, ...names]) || (await isCommonPassword(password))) throw new AppError('password_common');
    if (await isBreached?.(password)) throw new AppError('password_breached');
  };
}
