import { signInMethods, type SignInMethod } from '#contract/entities/sign-in-methods.ts';

/** Base URLs of the three parts of the server. By default all are the origin of the page. */
export type Host = 'api' | 'account' | 'identity';

const names = { api: 'API_URL', account: 'ACCOUNT_API_URL', identity: 'PV_IDP_URL' } as const satisfies Record<Host, string>;

/** Reads `<meta name="API_URL" content="https://…">`, for installations that host the app on another origin. */
const configured = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** Base URL of a host, without a trailing slash. */
export const hostUrl = (host: Host): string => (configured(names[host]) ?? window.location.origin).replace(/\/+$/, '');

/** Whether this installation does what needs consent: sets cookies, or collects reports. The product itself does neither. */
export const asksForCookies = (): boolean => configured('COOKIE_CONSENT') !== null;
export const setsCookies = (): boolean => configured('COOKIE_CONSENT') === 'true';

/** Whether the app is kept in the browser, to start without a network. */
export const usesServiceWorker = (): boolean => configured('USE_SERVICE_WORKER') !== 'false';

/** Whether this installation offers a way to sign in. */
export const offersSignIn = (method: SignInMethod): boolean => (configured('SIGN_IN_METHODS')?.split(',') ?? signInMethods).includes(method);

/** Whether a code that signs in may be sent to a phone. */
export const offersPhoneSignIn = (): boolean => configured('ENABLE_PHONE_FOR_LOGIN') === 'true';

/** Whether the operator collects usage statistics, and error reports, of people who agree. */
export const collectsUsage = (): boolean => configured('COLLECTS_USAGE') === 'true';
export const collectsErrors = (): boolean => configured('COLLECTS_ERRORS') === 'true';
