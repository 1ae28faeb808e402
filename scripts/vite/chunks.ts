import path from 'node:path';
import type { Rolldown } from 'vite';

const web = path.resolve(import.meta.dirname, '../../web');
type ChunkingContext = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/** Folders of entities whose screens open later. */
const ofLaterScreens = ['labels', 'notifications', 'filters', 'merging', 'identity-checks'].join('|');

/** A module and its static imports. */
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

const anyOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join('|'));

/** One pattern after the other. */
const allOf = (...patterns: readonly RegExp[]): RegExp => new RegExp(patterns.map(({ source }) => source).join(''));

/**
 * Manual chunks. Modules that several screens share are combined into few files, because many small files cost round trips
 * on slow networks. Modules of a single screen stay in the chunk of that screen.
 */
export const chunks = [
  // The entry chunk, without the app.
  {
    name: 'opening',
    test: anyOf(
      /rolldown\/runtime/,
      /\0react-aria-strings$/,
      /\/web\/(styles\/global\.scss|ui\/device|app\/(prefetch-data|preload-chunks|follow-link|failure\/(draw-failure|leave-shell)))(\.(ts|json))?$/,
      /\/web\/services\/(auth\/(auth|session)|encryption\/link-key|offline\/known-person|config|signal|app-error|api\/prefetch-cache|engine\/pages\/(pages\.service|render-queue))(\.(ts|json))?$/,
      /\/web\/services\/i18n\/(texts|languages|failure-texts)(\.(ts|json))?$/,
      /\/contract\/(locales\/\w+\/failure|languages|routes|limits|errors|identity-paths)(\.(ts|json))?$/,
    ),
  },
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|react-redux|use-sync-external-store)\// },
  // For the two dialogs with a QR code.
  { name: 'qr-code', test: /node_modules\/(qrcode|dijkstrajs)\/|\/web\/services\/qr-code\.ts$/ },
  // Drag and drop, for the list of recipients.
  { name: 'dragging', test: /react-(aria|stately)\/.*\/dnd\/[^?]*$|react-aria-components\/.*\/useDragAndDrop\.mjs/, includeDependenciesRecursively: false },
  // Shared by all pages, including the sign-in.
  {
    name: 'library',
    test: anyOf(
      /node_modules\/(react-aria|react-stately|react-aria-components|@react-\w+|@internationalized|lucide-react|clsx|react-i18next|html-parse-stringify)\/(?!.*\?own$)/,
      allOf(
        /\/web\/(ui|entities|services|app\/failure)\//,
        /(?!visitor\/(use-visitor-entries|move-to-account|visitor-entries))/,
        new RegExp(`(?!i18n/texts/|(?:${ofLaterScreens})/|file-resources|load-script|use-single-letters|is-dialog-open|`
          + 'api/(document-download|download-run|fetch-ranges)|documents/|encryption/(?!has-transaction-keys)|'
          + 'signing/(appended-changes|sign-file|signing-key\\.|time-stamp|verdict)|offline/(answers|cached-bodies|pins|keep-offline)|tasks/(?!has-tasks)|uploads/(unit-files|replace-file))'),
      ),
      /\/web\/app\/screens\/(ResourcesLoadErrorScreen|StatusScreen)/,
      /\/contract\/(?!locales\/|entities\/notification-)/,
    ),
    minShareCount: 2,
  },
  // Of people who are signed in.
  { name: 'notifications', test: /\/web\/(entities|features)\/notifications\/|\/contract\/entities\/notification-/, includeDependenciesRecursively: false },
  // Apart from the page of e-mail links: the router reads the address when it is evaluated, and that page changes the address.
  groupOf('app', 'app/start.tsx', 'app/magic-link.tsx', 'app/sign-in.tsx'),
  // Signers do not need the editor.
  groupOf('signing', 'app/documents/transaction/TransactionPage.tsx', 'app/start.tsx', 'app/magic-link.tsx'),
  { name: 'parts', test: /\/web\/(app|features)\//, minShareCount: 6 },
  {
    name: 'documents',
    test: anyOf(
      /\/web\/services\/(api\/(document-download|download-run|fetch-ranges)|documents\/)\//,
      /\/web\/entities\/uploads\/(unit-files|replace-file)\//,
      /\/web\/(app\/(documents|resource)|features\/(certificate|editor|identity|reassign|recipients|sending|signing|verdict|viewer))\//,
    ),
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
];
