import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import { hands } from './scripts/vite/hands.ts';
import { namedInPage } from './scripts/vite/named-in-page.ts';
import { readOnDemand } from './scripts/vite/read-on-demand.ts';

const { constants } = zlib;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const root = fileURLToPath(new URL('.', import.meta.url));
const outDir = path.join(root, 'web/dist');
const pdfjs = path.join(root, 'node_modules/pdfjs-dist');

/** What pdf.js loads by address while it shows a page; served under /pdfjs/. */
const pdfjsFolders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

const pdfjsAssets = (): Plugin => {
  let written = outDir;
  return {
    name: 'countersign:pdfjs-assets',
    configResolved(config) {
      written = path.resolve(config.root, config.build.outDir);
    },
    configureServer(server) {
      server.middlewares.use('/pdfjs', (request, response, next) => {
        const [, folder, name] = /^\/(\w+)\/([\w.-]+)$/.exec(request.url ?? '') ?? [];
        if (!folder || !name || !pdfjsFolders.includes(folder)) return next();
        const file = path.join(pdfjs, folder, name);
        stat(file).then(() => createReadStream(file).pipe(response), () => next());
      });
    },
    async writeBundle() {
      await Promise.all(
        pdfjsFolders.map((folder) => cp(path.join(pdfjs, folder), path.join(written, 'pdfjs', folder), { recursive: true })),
      );
    },
  };
};

const compressible = /\.(?:js|mjs|css|html|svg|wasm|json)$/;

/** Beside each text or code its compressed forms, so that the server only has to hand them out. */
const compressed = (): Plugin => ({
  name: 'countersign:compressed',
  apply: 'build',
  async writeBundle({ dir = outDir }, bundle) {
    const forms = { br: (data: Buffer) => brotli(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }), gz: (data: Buffer) => gzip(data) };
    const names = Object.keys(bundle).filter((name) => compressible.test(name));
    await Promise.all(
      names.flatMap((name) =>
        Object.entries(forms).map(async ([extension, compress]) => {
          const file = path.join(dir, name);
          await writeFile(`${file}.${extension}`, await compress(await readFile(file)));
        }),
      ),
    );
  },
});

/** What the app asks for to learn that another version of it is there: the names of all its files, which hold their hashes. */
const buildInfo = (): Plugin => ({
  name: 'countersign:build-info',
  apply: 'build',
  generateBundle(_, bundle) {
    const version = createHash('sha256').update(Object.keys(bundle).toSorted().join('\n')).digest('hex').slice(0, 16);
    this.emitFile({ type: 'asset', fileName: 'build-info.json', source: JSON.stringify({ version }) });
  },
});

/** Languages of the interface that exist so far: react-aria brings thirty, which nobody could choose. */
const languages = ['en-US', 'de-DE'];

const onlyOurLanguages = (): Plugin => ({
  name: 'countersign:only-our-languages',
  enforce: 'pre',
  load(id) {
    const [, language] = /node_modules\/react-(?:aria|stately|aria-components)\/.*\/intl\/.*?([a-z]{2}-[A-Z]{2})\.m?js$/.exec(id) ?? [];
    return language && !languages.includes(language) ? 'export default {}' : null;
  },
});

/** What changes with nothing else: each language of the app, and React. */
const chunkOf = (id: string): string | undefined => {
  const [, folder, list] = /contract\/locales\/(\w+)\/|i18n\/texts\/(\w+)\.ts$/.exec(id) ?? [];
  if (folder ?? list) return `locale-${folder ?? list}`;
  if (/node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|use-sync-external-store)\//.test(id)) return 'react';
  return undefined;
};

/**
 * What several screens share comes in few files: over a slow network a hundred small ones cost a way there and back each,
 * six at a time. What one screen alone needs stays with that screen.
 */
const shared = [
  // The few lines that open the page, without the app around them.
  { name: 'opening', test: /\/(web\/services\/(auth\/(auth|session)|config|signal|app-error|api\/ahead|engine\/(pages\.service|render-queue)|i18n\/(texts|languages))|contract\/(routes|limits|errors|identity-paths))\.ts$/ },
  { debugName: 'languages and libraries', name: (id: string) => chunkOf(id) ?? null },
  // The two dialogs that show a picture for a telephone.
  { name: 'qr-code', test: /node_modules\/(qrcode|dijkstrajs)\/|\/web\/services\/qr-code\.ts$/ },
  { name: 'controls', test: /node_modules\/(react-aria|react-stately|react-aria-components|@react-\w+|@internationalized|lucide-react|clsx)\/|\/web\/ui\//, minShareCount: 2 },
  { name: 'common', test: /\/(web\/(entities|services)|contract)\//, minShareCount: 2 },
  { name: 'frame', test: /\/web\/(app|features)\//, minShareCount: 6 },
  { name: 'documents', test: /\/web\/(app\/(documents|resource)|features\/(certificate|editor|identity|reassign|recipients|sending|signing|verdict|viewer))\//, minShareCount: 2, includeDependenciesRecursively: false },
];

/** The server answers calls and pages on the same paths; a browser that navigates gets the app. */
const server = process.env['DEV_SERVER'] ?? 'http://localhost:3000';
const proxied = {
  target: server,
  bypass: (request: { headers: { accept?: string | undefined }; url?: string | undefined }) =>
    request.headers.accept?.includes('text/html') ? '/index.html' : undefined,
};
const always = { target: server };

export default defineConfig({
  root: path.join(root, 'web'),
  publicDir: path.join(root, 'web/public'),
  cacheDir: path.join(root, 'node_modules/.vite'),
  plugins: [react(), onlyOurLanguages(), hands(), pdfjsAssets(), namedInPage(), buildInfo(), compressed()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  worker: { format: 'es', plugins: () => [readOnDemand()] },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 2048,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: {
        index: path.join(root, 'web/index.html'),
        'sign-in': path.join(root, 'web/sign-in.html'),
      },
      output: { codeSplitting: { groups: shared } },
    },
  },
  server: {
    proxy: {
      '^/(oauth|v0|\\.well-known|events|silent_renew|auth|storage|outbox|sign-in)(/|\\?|$)': always,
      '^/(files|transactions|media|profile)(/|\\?|$)': proxied,
    },
  },
});
