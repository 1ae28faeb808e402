import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from 'playwright';

/** Answers with the files of a folder; what is not there is asked of the server. */
export const fromFolder = (folder: string) => async (route: Route): Promise<void> => {
  const { pathname } = new URL(route.request().url());
  const path = join(folder, pathname === '/' ? 'index.html' : pathname);
  if (existsSync(path)) await route.fulfill({ path });
  else await route.fallback();
};

/** The pages of another build, on the server of this one. */
export const pagesFrom = (folder: string) => async (route: Route): Promise<void> => {
  const request = route.request();
  const { pathname } = new URL(request.url());
  if (request.resourceType() !== 'document') return fromFolder(folder)(route);
  // The sign-in leads through answers of the server. Where one leads is not asked for through a route, so the page goes there.
  if (/^\/(oauth|v0)\//.test(pathname)) {
    const response = await route.fetch({ maxRedirects: 0 });
    const { location } = response.headers();
    return route.fulfill(location ? { contentType: 'text/html', body: `<script>location.replace(${JSON.stringify(location)})</script>` } : { response });
  }
  return route.fulfill({ path: join(folder, pathname === '/sign-in' ? 'sign-in.html' : 'index.html') });
};
