import path from 'node:path';
import type { Rolldown } from 'vite';

const web = path.resolve(import.meta.dirname, '../../web');
type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** All modules that one needs to begin, with it. */
const neededBy = (module: string, context: ChunkingContext): ReadonlySet<string> => {
  const found = new Set<string>();
  const follow = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) follow(imported);
  };
  follow(path.join(web, module));
  return found;
};

/** A group of modules that one screen needs to begin, and that another page, where it is named, does not run before. */
const groupOf = (name: string, module: string, ...others: readonly string[]) => {
  let needed: ReadonlySet<string> | undefined;
  const find = (context: ChunkingContext): ReadonlySet<string> => {
    const elsewhere = new Set(others.flatMap((other) => [...neededBy(other, context)]));
    return new Set([...neededBy(module, context)].filter((id) => !elsewhere.has(id)));
  };
  return {
    debugName: name,
    name: (id: string, context: ChunkingContext) => ((needed ??= find(context)).has(id) ? name : null),
    includeDependenciesRecursively: false,
  };
};

/**
 * What several screens share comes in few files: over a slow network a hundred small ones cost a way there and back each,
 * six at a time. What one screen alone needs stays with that screen.
 */
export const chunks = [
  // The few lines that open the page, without the app around them.
  { name: 'opening', test: /rolldown\/runtime|\0react-aria-strings$|\/(web\/(styles\/global\.scss|ui\/device|app\/(prefetch-data|preload-chunks|follow-link|failure\/(draw-failure|leave-shell))|services\/(auth\/(auth|session)|config|signal|app-error|api\/prefetch-cache|engine\/pages\/(pages\.service|render-queue)|i18n\/(texts|languages|failure-texts)))|contract\/(locales\/\w+\/failure|languages|routes|limits|errors|identity-paths))(\.(ts|json))?$/ },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|use-sync-external-store)\// },
  // The two dialogs that show a picture for a telephone.
  { name: 'qr-code', test: /node_modules\/(qrcode|dijkstrajs)\/|\/web\/services\/qr-code\.ts$/ },
  // What is put in order by dragging: with the list of recipients.
  { name: 'dragging', test: /react-(aria|stately)\/.*\/dnd\/[^?]*$|react-aria-components\/.*\/useDragAndDrop\.mjs/, includeDependenciesRecursively: false },
  // What every page of ours begins with, the sign-in too. One file: its parts are never needed apart.
  { name: 'library', test: /node_modules\/(react-aria|react-stately|react-aria-components|@react-\w+|@internationalized|lucide-react|clsx|react-i18next|html-parse-stringify)\/(?!.*\?own$)|\/web\/(ui|entities|services|app\/failure)\/(?!i18n\/texts\/)|\/web\/app\/screens\/(ResourcesLoadErrorScreen|StatusScreen)|\/contract\/(?!locales\/)/, minShareCount: 2 },
  // The router reads the address when it is run: the page of a link, which changes the address, must not run it.
  groupOf('app', 'app/start.tsx', 'app/magic-link.tsx', 'app/sign-in.tsx'),
  // Whoever signs has no use for what prepares a document.
  groupOf('signing', 'app/documents/transaction/TransactionPage.tsx', 'app/start.tsx', 'app/magic-link.tsx'),
  { name: 'parts', test: /\/web\/(app|features)\//, minShareCount: 6 },
  { name: 'documents', test: /\/web\/(app\/(documents|resource)|features\/(certificate|editor|identity|reassign|recipients|sending|signing|verdict|viewer))\//, minShareCount: 2, includeDependenciesRecursively: false },
];
