import { routes } from '#contract/routes.ts';

/** Paths where no dialog of ours comes up by itself (document 1 §2). */
const unwatched = [
  '/not_found',
  '/authorize',
  '/verify',
  '/account_change',
  '/access_denied',
  '/invalid_link',
  '/trust/compliance/terms',
  '/trust/compliance/privacy',
  '/trust/compliance/gdpr',
  '/trust/compliance/subprocessors',
];

export const isUnwatched = (path: string): boolean => unwatched.includes(path) || path.startsWith('/library') || path.startsWith('/invite/');

/** Lists and whatever makes something new are of the space that somebody works in; a document is what it is in every space. */
const ofSpace: readonly string[] = [routes.home, routes.transactions, routes.templates, routes.files, routes.upload];
export const isOfSpace = (path: string): boolean => ofSpace.includes(path);

/** Signing out on a transaction, template or file leads back there through sign-in; elsewhere to the start. */
export const returnAfterSignOut = (address: string): string => (/^\/(transaction|template|file)\//.test(address) ? address : '/');
