import { createReadStream } from 'node:fs';
import { cp, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';
import wasm from 'vite-plugin-wasm';
import { versionOf } from './scripts/vite/build-version.ts';
import { chunks } from './scripts/vite/chunks.ts';
import { handwritingFonts } from './scripts/vite/handwriting-fonts.ts';
import { namedInPage } from './scripts/vite/named-in-page.ts';
import { notLoaded } from './scripts/vite/not-loaded.ts';
import { reactAriaStrings } from './scripts/vite/react-aria-strings.ts';
import { withoutJsonSchema } from './scripts/vite/without-json-schema.ts';
import { pseudoLanguage } from './scripts/vite/pseudo-language.ts';
import { pdfjsPatches } from './scripts/vite/pdfjs-patches.ts';
import { serviceWorker } from './scripts/vite/service-worker.ts';
import { shell } from './scripts/vite/shell.ts';

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

const HUGE = 1_000_000;

/** Beside each text or code its compressed forms, so that the server only has to hand them out. */
const compressed = (): Plugin => ({
  name: 'countersign:compressed',
  apply: 'build',
  async writeBundle({ dir = outDir }, bundle) {
    // The last twentieth takes ten times as long: for what everybody waits for.
    const quality = ({ length }: Buffer): number => (length < HUGE ? 11 : 9);
    const forms = { br: (data: Buffer) => brotli(data, { params: { [constants.BROTLI_PARAM_QUALITY]: quality(data) } }), gz: (data: Buffer) => gzip(data) };
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

/** The version of a page stands in it; that of the server in a file, which the app fetches to learn that another one is there. */
const buildInfo = (): Plugin => ({
  name: 'countersign:build-info',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle }) => (bundle ? [{ tag: 'meta', injectTo: 'head', attrs: { name: 'version', content: versionOf(bundle) } }] : []),
  },
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      this.emitFile({ type: 'asset', fileName: 'build-info.json', source: JSON.stringify({ version: versionOf(bundle) }) });
    },
  },
});

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
  plugins: [react(), reactAriaStrings(), withoutJsonSchema(), pseudoLanguage(), handwritingFonts(), pdfjsAssets(), shell(), notLoaded(), namedInPage(), buildInfo(), serviceWorker(), compressed()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  // One file per worker: a chunk of its own for the core's glue would cost a round trip before the module loads.
  worker: { format: 'es', plugins: () => [pdfjsPatches(), wasm()], rolldownOptions: { output: { codeSplitting: false } } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 2048,
    // Every browser that runs this knows it.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      input: {
        index: path.join(root, 'web/index.html'),
        'sign-in': path.join(root, 'web/sign-in.html'),
      },
      output: { codeSplitting: { groups: chunks } },
    },
  },
  server: {
    proxy: {
      '^/(oauth|v0|\\.well-known|events|silent_renew|auth|storage|outbox|sign-in)(/|\\?|$)': always,
      '^/(files|transactions|media|profile)(/|\\?|$)': proxied,
    },
  },
});
