import type { Plugin, Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** A chunk with all that it can't run without, styles apart. */
const withImports = (bundle: Rolldown.OutputBundle, name: string, found = new Set<string>()): Set<string> => {
  const chunk = bundle[name];
  if (chunk?.type !== 'chunk' || found.has(name)) return found;
  found.add(name);
  for (const imported of chunk.imports) withImports(bundle, imported, found);
  return found;
};

const stylesOf = (bundle: Rolldown.OutputBundle, names: Iterable<string>): string[] =>
  [...names].flatMap((name) => [...((bundle[name] as Chunk & { viteMetadata?: { importedCss: Set<string> } }).viteMetadata?.importedCss ?? [])]);

/** What is run late and needed soon: the screens on the way of a link to the document it is about, and what draws its pages. */
const screensOfLinks = ['app/screens/AuthorizeScreen.tsx', 'app/documents/transaction/TransactionPage.tsx'];

/**
 * The page is opened by a few lines, which import the app. The app's files are named in the page, so that they come beside
 * those lines and not after them; and the files that show a document are listed for whoever comes to one.
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
      const ahead = [...documents, ...stylesOf(bundle, documents), ...workers].filter((name) => !app.has(name) && !styles.has(name));
      const missing = (name: string): boolean => !html.includes(`/${name}"`);
      return [
        ...[...app].filter(missing).map((name) => ({ tag: 'link', injectTo: 'head' as const, attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` } })),
        ...[...styles].filter(missing).map((name) => ({ tag: 'link', injectTo: 'head' as const, attrs: { rel: 'stylesheet', crossorigin: true, href: `/${name}` } })),
        { tag: 'script', injectTo: 'head' as const, attrs: { type: 'application/json', id: 'ahead' }, children: JSON.stringify([...new Set(ahead)].map((name) => `/${name}`)) },
      ];
    },
  },
});
