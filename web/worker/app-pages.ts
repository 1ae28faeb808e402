import { isScreen } from '#contract/screens.ts';

/** Whether an address is a page of the app. The sign-in and the provider's redirects are the server's, and so is a link of a mail, whose code it answers. */
export const isAppPage = ({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): boolean => !searchParams.has('code') && isScreen(pathname);
