/** Where the three parts of the server are; one process answers for all of them unless the page says otherwise. */
export type Host = 'api' | 'account' | 'identity';

const names = { api: 'API_URL', account: 'ACCOUNT_API_URL', identity: 'PV_IDP_URL' } as const satisfies Record<Host, string>;

/** `<meta name="API_URL" content="https://…">` in the page, written by the server that serves it or by whoever hosts it apart. */
const configured = (name: string): string | null => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || null;

/** The address of a host without a slash at its end. */
export const hostUrl = (host: Host): string => (configured(names[host]) ?? window.location.origin).replace(/\/+$/, '');

/** Whether this installation has cookies that people must agree to; the product itself has only necessary ones. */
export const asksForCookies = (): boolean => configured('COOKIE_CONSENT') === 'true';
