import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { versionOf } from './build-version.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Its address never changes: browsers know a service worker by it. */
const FILE = 'service-worker.js';
/** Files of `web/public`, which have no hash in their name. */
const publicFiles = ['favicon.svg', 'icon-512.png', 'manifest.webmanifest', 'touch-icon.png'];

/** Texts of ten languages, of which a person reads one, style sheets of handwriting fonts, and what only the sign-in shows, which needs the server. */
const isLeftOut = (file: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean => {
  if (file.type === 'asset') return /^assets\/\d+-/.test(file.fileName);
  return /\/services\/i18n\/texts\/|\/web\/sign-in\.html$/.test(file.facadeModuleId ?? '');
};

/** The files that the app needs to start and to work with documents without a network. Fonts and character maps are stored when they are first used. */
export const precachedFiles = (bundle: Rolldown.OutputBundle): { url: string; revision: string | null }[] => {
  const built = Object.values(bundle).filter((file) => /^assets\/.*\.(?:js|css|wasm)$/.test(file.fileName) && !isLeftOut(file));
  const revisionOf = (name: string): string => createHash('sha256').update(readFileSync(path.join(root, 'web/public', name))).digest('hex').slice(0, 16);
  return [...built.map(({ fileName }) => ({ url: `/${fileName}`, revision: null })), ...publicFiles.map((name) => ({ url: `/${name}`, revision: revisionOf(name) }))];
};

const compile = async (bundle: Rolldown.OutputBundle): Promise<string> => {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    define: { PRECACHED: JSON.stringify(precachedFiles(bundle)), VERSION: JSON.stringify(versionOf(bundle)), 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: { input: path.join(root, 'web/worker/service-worker.ts'), output: { format: 'iife', entryFileNames: FILE } },
    },
  });
  const [chunk] = (Array.isArray(built) ? built : [built as Rolldown.RolldownOutput]).flatMap(({ output }) => output);
  if (chunk?.type !== 'chunk') throw new Error('The service worker was not built');
  return chunk.code;
};

/** Builds the service worker, which names the files of the build. */
export const serviceWorker = (): Plugin => ({
  name: 'countersign:service-worker',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      this.emitFile({ type: 'asset', fileName: FILE, source: await compile(bundle) });
    },
  },
});
