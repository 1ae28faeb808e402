/** Ways to sign in with what the installation itself checks. An operator may offer fewer; other providers and links in mails come besides. */
export const signInMethods = ['code', 'password', 'passkey'] as const;
export type SignInMethod = (typeof signInMethods)[number];
