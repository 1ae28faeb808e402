/** Which addresses the web app answers. Server and service worker use the same table. */
import { ownRoutes, routes } from './routes.ts';

const screens = Object.values({ ...routes, ...ownRoutes }).map((path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`));

export const isScreen = (path: string): boolean => screens.some((screen) => screen.test(path));
