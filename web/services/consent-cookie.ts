const NAME = 'cookies_consent';
/** A year: asking again each day would only teach people not to read. */
const LIFE = 365 * 24 * 60 * 60;

/** What was answered in this browser about cookies that are not necessary. */
export type Consent = 'yes' | 'no';

export const storedConsent = (): Consent | null => {
  const kept = document.cookie.split('; ').find((each) => each.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return kept === 'yes' || kept === 'no' ? kept : null;
};

export const storeConsent = (answer: Consent): void => {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${NAME}=${answer}; path=/; max-age=${LIFE}; samesite=lax${secure}`;
};
