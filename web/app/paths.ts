import { routes } from '#contract/routes.ts';

/** Paths on which the cookie dialog does not open (document 1 §2). */
const withoutCookieDialog: readonly string[] = [
  routes.notFound, routes.authorize, routes.verify, routes.accessDenied,
  routes.trustTerms, routes.trustPrivacy, routes.trustGdpr, routes.trustSubprocessors,
];

export const mayAskForCookies = (path: string): boolean => !withoutCookieDialog.includes(path);

/** Lists and pages that create something belong to the current space. A document looks the same in every space. */
const ofSpace: readonly string[] = [routes.home, routes.transactions, routes.templates, routes.files, routes.upload];
export const isOfSpace = (path: string): boolean => ofSpace.includes(path);

/** Address after signing out: transactions, templates and files return through the sign-in, everything else goes to the start. */
export const returnAfterSignOut = (address: string): string => (/^\/(transaction|template|file)\//.test(address) ? address : '/');
