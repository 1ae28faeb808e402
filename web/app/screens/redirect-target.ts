/** Target of /redirect: a path of the app, another site, or none. */
type RedirectTarget = { kind: 'inside'; path: string } | { kind: 'outside'; address: string; host: string };

/** Only http and https: a `javascript:` URL would run foreign code in the app. */
export function targetOf(wanted: string | null, origin: string): RedirectTarget | null {
  if (!wanted || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  // A link to a path with two slashes, as of `/.//example.com`, leads to another site.
  if (url.origin === origin) return { kind: 'inside', path: `${url.pathname.replace(/^\/+/, '/')}${url.search}${url.hash}` };
  return url.protocol === 'https:' || url.protocol === 'http:' ? { kind: 'outside', address: url.href, host: url.host } : null;
}
