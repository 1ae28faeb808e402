import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** A chunk and its static imports, without styles. */
const withImports = (bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> => {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
};

const stylesOf = (bundle: Rolldown.OutputBundle, names: Iterable<string>): string[] =>
  [...names].flatMap((name) => [...((bundle[name] as Chunk & { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])]);

/** Entry points of the screens between a link and its document. They are imported late and needed soon. */
const screensOfLinks = ['app/screens/AuthorizeScreen.tsx', 'app/documents/transaction/TransactionPage.tsx'];

/**
 * index.html runs a small entry chunk, which imports the app. This plugin preloads the app's chunks in the page, so that they
 * download beside the entry and not after it, and lists the chunks of the document pages for `web/app/preload-chunks.ts`.
 */
export const namedInPage = (): Plugin => ({
  name: 'countersign:named-in-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle, filename }) {
      if (!bundle || !filename.endsWith('index.html')) return html;
      const chunks = Object.values(bundle).filter((each): each is Chunk => each.type === 'chunk');
      const chunkOf = (module: string): string => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/web/${module}`));
        if (!chunk) throw new Error(`No chunk begins with ${module}`);
        return chunk.fileName;
      };
      const app = withImports(bundle, chunkOf('app/start.tsx'));
      const documents = new Set(screensOfLinks.flatMap((module) => [...withImports(bundle, chunkOf(module))]));
      const workers = Object.keys(bundle).filter((name) => /\/pages\.worker-[\w-]+\.js$/.test(name));
      const styles = new Set(stylesOf(bundle, app));
      const preloaded = [...documents, ...stylesOf(bundle, documents), ...workers].filter((name) => !app.has(name) && !styles.has(name));
      const missing = (name: string): boolean => !html.includes(`/${name}"`);
      return [
        ...[...app].filter(missing).map((name) => ({ tag: 'link', injectTo: 'head' as const, attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` } })),
        ...[...styles].filter(missing).map((name) => ({ tag: 'link', injectTo: 'head' as const, attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` } })),
        { tag: 'script', injectTo: 'head' as const, attrs: { type: 'application/json', id: 'preload-chunks' }, children: JSON.stringify([...new Set(preloaded)].map((name) => `/${name}`)) },
      ];
    },
  },
});
