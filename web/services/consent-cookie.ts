const NAME = 'cookies_consent';
/** A year: asking again each day would only teach people not to read. */
const LIFE = 365 * 24 * 60 * 60;

export const hasConsentCookie = (): boolean => document.cookie.split('; ').includes(`${NAME}=yes`);

export const keepConsentCookie = (): void => {
  document.cookie = `${NAME}=yes; path=/; max-age=${LIFE}; samesite=lax`;
};
