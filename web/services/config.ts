/** Where the three parts of the server are; one process answers for all of them unless the page says otherwise. */
export type Host = 'api' | 'account' | 'identity';

const names = { api: 'API_URL', account: 'ACCOUNT_API_URL', identity: 'PV_IDP_URL' } as const satisfies Record<Host, string>;

/** `<meta name="API_URL" content="https://…">` in the page, written by whoever hosts it on several machines. */
const configured = (host: Host): string | null =>
  document.querySelector<HTMLMetaElement>(`meta[name="${names[host]}"]`)?.content || null;

/** The address of a host without a slash at its end. */
export const hostUrl = (host: Host): string => (configured(host) ?? window.location.origin).replace(/\/+$/, '');
