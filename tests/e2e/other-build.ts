import { join } from 'node:path';
import { build, loadConfigFromFile, type PluginOption, type UserConfig } from 'vite';
import { root } from '../support/shared.ts';

interface Pages {
  outDir: string;
  /** The folder that other pages are in; the product's own without it. */
  pages?: string;
  mode?: string;
}

/** What a hosted product needs, and what is about the product's own pages. */
const hosted = ['countersign:compressed', 'countersign:build-info', 'countersign:pdfjs-assets'];
const ofItsPages = ['countersign:named-in-page'];
const without = (left: readonly string[], plugins: readonly PluginOption[] = []): PluginOption[] => plugins.filter((plugin) => !(plugin && typeof plugin === 'object' && 'name' in plugin && left.includes(plugin.name)));

/** Builds other pages, or the product in another mode, with the product's own configuration. */
export async function buildPages({ outDir, pages, mode = 'production' }: Pages): Promise<void> {
  const loaded = await loadConfigFromFile({ command: 'build', mode }, join(root, 'vite.config.ts'));
  const config: UserConfig = loaded?.config ?? {};
  const rolldownOptions = { ...config.build?.rolldownOptions, ...(pages ? { input: join(pages, 'index.html') } : {}) };
  // Vitest says of its own run that it is a test, and what is built heeds it.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    await build({ ...config, ...(pages ? { root: pages, publicDir: false } : {}), configFile: false, mode, logLevel: 'error', plugins: without(pages ? [...hosted, ...ofItsPages] : hosted, config.plugins), build: { ...config.build, outDir, rolldownOptions } });
  } finally {
    process.env.NODE_ENV = NODE_ENV;
  }
}
