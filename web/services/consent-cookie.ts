const NAME = 'cookies_consent';
/** Seconds. The choice is asked for again after a year. */
const LIFE = 365 * 24 * 60 * 60;

/** Consent to optional cookies, stored in this browser. */
export type Consent = 'yes' | 'no';

export const storedConsent = (): Consent | null => {
  const kept = document.cookie.split('; ').find((each) => each.startsWith(`${NAME}=`))?.slice(NAME.length + 1);
  return kept === 'yes' || kept === 'no' ? kept : null;
};

export const storeConsent = (answer: Consent): void => {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${NAME}=${answer}; path=/; max-age=${LIFE}; samesite=lax${secure}`;
};
