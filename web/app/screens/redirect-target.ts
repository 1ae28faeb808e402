/** Where /redirect leads: a path of ours, another site, or nowhere. */
export type RedirectTarget = { kind: 'inside'; path: string } | { kind: 'outside'; address: string; host: string };

/** Only pages of the web: a `javascript:` address would be somebody else's program in our page. */
export function targetOf(wanted: string | null, origin: string): RedirectTarget | null {
  if (!wanted || !URL.canParse(wanted, origin)) return null;
  const url = new URL(wanted, origin);
  if (url.origin === origin) return { kind: 'inside', path: `${url.pathname}${url.search}${url.hash}` };
  return url.protocol === 'https:' || url.protocol === 'http:' ? { kind: 'outside', address: url.href, host: url.host } : null;
}
