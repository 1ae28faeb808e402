/** Pictures of every page of a gallery: each component and each example that needs a page of its own, as it is shown in each way. */
import { join } from 'node:path';
import { build, loadConfigFromFile, type PluginOption, type UserConfig } from 'vite';
import { launchBrowser } from '../support/chromium.ts';
import { fromFolder } from '../e2e/serve-folder.ts';

const origin = 'http://gallery.example';
/** How each page is shown: every theme, the longest words, and from right to left. */
const looks = ['theme=light', 'theme=dark', 'theme=light&words=pseudo', 'theme=light&direction=rtl'];
const ofTheProduct = /^countersign:(?!pseudo-language|react-aria)/;

const isWanted = (plugin: PluginOption): boolean => !(plugin && typeof plugin === 'object' && 'name' in plugin && ofTheProduct.test(plugin.name));

/** The query of an address with what else is asked for. */
const merged = (query: string, more: string): string => `?${new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(query)), ...Object.fromEntries(new URLSearchParams(more)) }).toString()}`;

/** Builds the gallery of a checkout with that checkout's own configuration. */
export async function buildGallery(checkout: string, outDir: string): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(checkout, 'vite.config.ts'), checkout);
  const config: UserConfig = loaded?.config ?? {};
  const plugins = (config.plugins ?? []).filter(isWanted);
  await build({ ...config, configFile: false, logLevel: 'error', plugins, build: { outDir, emptyOutDir: true, target: 'es2023', rolldownOptions: { input: join(checkout, 'web/gallery/index.html') } } });
}

/** The pictures by the query of their page. */
export async function takePictures(folder: string, onPicture: (query: string) => void): Promise<Map<string, Buffer>> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1100, height: 700 }, reducedMotion: 'reduce', locale: 'en-US', timezoneId: 'UTC' });
    const page = await context.newPage();
    await page.route(`${origin}/**`, fromFolder(folder));
    const open = (query: string) => page.goto(`${origin}/gallery/index.html${query}`, { waitUntil: 'networkidle' });
    await open('');
    const addresses = await page.locator('h2 a, iframe').evaluateAll((elements) => elements.map((element) => element.getAttribute('href') ?? element.getAttribute('src') ?? ''));
    const pictures = new Map<string, Buffer>();
    for (const query of addresses.flatMap((address) => looks.map((look) => merged(address, look)))) {
      await open(query);
      // Those have pages, and so pictures, of their own.
      await page.addStyleTag({ content: 'iframe { display: none }' });
      pictures.set(query, await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' }));
      onPicture(query);
    }
    return pictures;
  } finally {
    await browser.close();
  }
}
