import { routes } from '#contract/routes.ts';

/** Paths on which no dialog opens by itself (document 1 §2). */
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

/** Lists and pages that create something belong to the current space. A document looks the same in every space. */
const ofSpace: readonly string[] = [routes.home, routes.transactions, routes.templates, routes.files, routes.upload];
export const isOfSpace = (path: string): boolean => ofSpace.includes(path);

/** Address after signing out: transactions, templates and files return through the sign-in, everything else goes to the start. */
export const returnAfterSignOut = (address: string): string => (/^\/(transaction|template|file)\//.test(address) ? address : '/');
