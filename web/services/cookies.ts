import { sizes } from '#contract/limits/sizes.ts';
import { timing } from '#contract/limits/timing.ts';

/** Returns a cookie of this page; null without one. */
export const readCookie = (name: string): string | null =>
  document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;

/**
 * Stores a cookie for the whole site. `life` is in milliseconds. Throws a RangeError for a cookie above 4096 characters, which
 * browsers would drop in silence.
 */
export function saveCookie(name: string, value: string, life: number = timing.cookieLife): void {
  const cookie = `${name}=${value}; path=/; max-age=${life / 1000}; samesite=lax${window.location.protocol === 'https:' ? '; secure' : ''}`;
  if (cookie.length > sizes.cookie) throw new RangeError('A cookie above 4096 characters cannot be saved');
  document.cookie = cookie;
}
