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
  /** What the page of a mail's link was given for its person: single use. */
  magicCode?: string | undefined;
  /** `sign_up` is kept through sign-in and logout. */
  initialFlow?: string | undefined;
  /** The person has read on the page of a link what they are asked for: what comes then does not say it again. */
  introduced?: boolean | undefined;
  language?: string | undefined;
  /** Also for who is signed in: the account is about to be changed. */
  again?: boolean | undefined;
  /** The address with which they are expected to. */
  loginHint?: string | undefined;
}

/** A path of this app and nothing else: a return address must not lead to another site. */
export const safeReturnTo = (address: unknown): string => {
  if (typeof address !== 'string' || !address.startsWith('/')) return '/';
  const url = new URL(address, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.startsWith('/authorize')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
};

/** What the link of a mail brings. */
export interface MailLink {
  code: string;
  /** Where it leads, without the code, which should stay in no history. */
  address: string;
  /** The language of the mail. */
  language: string | null;
}

export const mailLinkOf = (address: URL): MailLink | null => {
  const cleaned = new URL(address);
  const [code, language] = [cleaned.searchParams.get('code'), cleaned.searchParams.get('lang')];
  if (!code) return null;
  cleaned.searchParams.delete('code');
  cleaned.searchParams.delete('lang');
  return { code, language, address: `${cleaned.pathname}${cleaned.search}${cleaned.hash}` };
};

/** Where a sign-in leads. */
export interface Arrival {
  returnTo: string;
  introduced: boolean;
}
