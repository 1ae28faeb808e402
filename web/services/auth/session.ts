/** The access token of the signed-in person. */
export interface Session {
  token: string;
  userId: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface SignInRequest {
  /** Path and query of this app to return to. */
  returnTo: string;
  /** Single-use code of an e-mail link. */
  magicCode?: string | undefined;
  /** `sign_up` opens the registration first. Without it, that of `returnTo`, which is kept through sign-in and sign-out. */
  initialFlow?: string | undefined;
  /** The person has read the introduction on the page of the link, so the document opens without it. */
  introduced?: boolean | undefined;
  language?: string | undefined;
  /** Asks for the credentials even with a session, before a change of the account. */
  again?: boolean | undefined;
  /** E-mail address to fill in. */
  loginHint?: string | undefined;
}

/** Accepts paths of this app only: a return address must not lead to another site. */
export const safeReturnTo = (address: unknown): string => {
  if (typeof address !== 'string' || !address.startsWith('/')) return '/';
  const url = new URL(address, window.location.origin);
  return url.origin === window.location.origin && !url.pathname.startsWith('/authorize')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
};

/** The parts of an e-mail link. */
export interface MailLink {
  code: string;
  /** Address without the code, which must not stay in the browser history. */
  address: string;
  /** Language of the e-mail. */
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

/** Result of a sign-in. */
export interface Arrival {
  returnTo: string;
  introduced: boolean;
}
