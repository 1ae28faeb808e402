/** Who is signed in, as far as the browser knows: the token and when it ends. */
export interface Session {
  token: string;
  userId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface SignInRequest {
  /** Where to go afterwards: a path of this app with its query. */
  returnTo: string;
  /** The single-use code of a link in a mail. */
  magicCode?: string | undefined;
  /** `sign_up` is kept through sign-in and logout. */
  initialFlow?: string | undefined;
  language?: string | undefined;
}

/** A path of this app and nothing else: a return address must not lead to another site. */
export const safeReturnTo = (address: unknown): string => {
  if (typeof address !== 'string' || !address.startsWith('/')) return '/';
  const url = new URL(address, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.startsWith('/authorize')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
};

/** Takes the magic link's code out of an address: single use, and nothing that should stay in a history. */
export const takeMagicCode = (address: URL): { code: string | null; address: string } => {
  const cleaned = new URL(address);
  const code = cleaned.searchParams.get('code');
  cleaned.searchParams.delete('code');
  return { code, address: `${cleaned.pathname}${cleaned.search}${cleaned.hash}` };
};
