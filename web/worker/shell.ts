/** The page of the app without a network: as the server sent it for this build, with the settings of the installation in it. */

/** The version of this build. */
declare const VERSION: string;

const SHELLS = 'countersign-shell';
/** The page is the same at every address of the app. */
const ADDRESS = '/';
/** Each build has its own page, because its files are its own. */
const key = `/${VERSION}`;
/** Milliseconds after which a page that does not come is taken from the browser. */
const PAGE_TIMEOUT = 3000;
/** Answers of a proxy whose server is away. */
const gatewayErrors = [502, 503, 504];

const isOfThisBuild = async (response: Response): Promise<boolean> => response.ok && (await response.text()).includes(`<meta name="version" content="${VERSION}">`);

/** Fails if the server has another build by now than the one that is being installed: the browser tries again later. */
export async function storeShell(): Promise<void> {
  const response = await fetch(ADDRESS, { cache: 'no-store' });
  if (!(await isOfThisBuild(response.clone()))) throw new Error('The page is of another build');
  await (await caches.open(SHELLS)).put(key, response);
}

export async function deleteOtherShells(): Promise<void> {
  const shells = await caches.open(SHELLS);
  const others = (await shells.keys()).filter(({ url }) => new URL(url).pathname !== key);
  await Promise.all(others.map((other) => shells.delete(other)));
}

const storedShell = async (): Promise<Response | undefined> => (await caches.open(SHELLS)).match(key);

/** The settings in the page may have changed without a new build. */
async function refreshShell(response: Response): Promise<void> {
  if (await isOfThisBuild(response.clone())) await (await caches.open(SHELLS)).put(key, response);
}

async function pageOfServer(event: FetchEvent): Promise<Response> {
  const preloaded = (await event.preloadResponse) as Response | undefined;
  const response = preloaded ?? (await fetch(event.request));
  if (gatewayErrors.includes(response.status)) throw new Error(`The server is away: ${response.status}`);
  return response;
}

const timeout = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, PAGE_TIMEOUT));

/** The page of the server; without an answer the stored one. */
export async function openPage(event: FetchEvent): Promise<Response> {
  const coming = pageOfServer(event);
  const failed = coming.then(() => undefined, () => undefined);
  const stored = await storedShell();
  if (!stored) return coming;
  const response = await Promise.race([coming.catch(() => undefined), timeout()]);
  event.waitUntil(failed);
  if (!response) return stored;
  event.waitUntil(refreshShell(response.clone()));
  return response;
}
