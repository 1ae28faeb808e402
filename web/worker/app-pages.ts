import { ownRoutes, routes } from '#contract/routes.ts';

const pages = Object.values({ ...routes, ...ownRoutes }).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

/** Whether an address is a page of the app. The sign-in and the provider's redirects are the server's, and so is a link of a mail, whose code it answers. */
export const isAppPage = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean => !searchParams.has('code') && pages.some((page) => page.test(pathname));
