import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { createBrowserRouter, Navigate } from 'react-router-dom';
import { routerPath, routes } from '#contract/routes.ts';
import type { Frame } from '#web/entities/ui-state/ui.slice.ts';
import { expectsSession } from '#web/services/auth/auth.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import type { RouteHandle } from './frame/use-frame-kind.ts';
import { RedirectToFile } from './RedirectToFile.tsx';
import { PageGuard } from './PageGuard.tsx';
import { Root } from './Root.tsx';
import { ErrorScreen } from './screens/ErrorScreen.tsx';

type Screen = () => Promise<{ default: ComponentType }>;

interface RouteOptions {
  frame?: Frame;
  /** Visitors may see it; otherwise they are sent to sign-in. */
  open?: boolean;
}

const screen = (path: string, load: Screen, { frame = 'full', open = false }: RouteOptions = {}): RouteObject => ({
  path,
  handle: { frame } satisfies RouteHandle,
  lazy: async () => {
    const { default: Component } = await load();
    return {
      element: open ? (
        <Component />
      ) : (
        <PageGuard>
          <Component />
        </PageGuard>
      ),
    };
  },
});

/** A list screen chooses between its two faces once it is known who is here; the likely one is fetched meanwhile. */
const transactions: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/TransactionsList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('#web/features/lists/TransactionsScreen.tsx');
};
const templateList: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/TemplatesList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('#web/features/lists/TemplatesScreen.tsx');
};
const fileList: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/FilesList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('#web/features/lists/FilesScreen.tsx');
};
const transaction: Screen = () => import('./documents/TransactionPage.tsx');
const template: Screen = () => import('./documents/TemplatePage.tsx');
const upload: Screen = () => import('#web/features/upload/UploadScreen.tsx');
const files: Screen = () => import('./FileRoute.tsx');
const sharing: Screen = () => import('./resource/SharingPage.tsx');
const insights: Screen = () => import('./resource/InsightsPage.tsx');
const work = { frame: 'bare' } as const;

export const router = createBrowserRouter([
  {
    element: <Root />,
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <LoadingOverlay />,
    children: [
      {
        errorElement: <ErrorScreen inFrame />,
        children: [
          { path: '/', element: <Navigate to={routes.transactions} replace /> },
          screen(routes.transactions, transactions, { open: true }),
          screen(routes.templates, templateList, { open: true }),
          screen(routes.files, fileList, { open: true }),
          screen(routes.upload, upload, { open: true }),
          screen(routerPath(routes.transaction), transaction, work),
          screen(routerPath(routes.transactionCreate), transaction, work),
          screen(routerPath(routes.transactionEditor), transaction, work),
          screen(routerPath(routes.transactionStart), transaction, work),
          screen(routerPath(routes.transactionUpload), upload),
          screen(routerPath(routes.transactionCompleted), () => import('./documents/CompletedPage.tsx'), work),
          screen(routerPath(routes.transactionSharing), sharing),
          screen(routerPath(routes.transactionInsights), insights),
          screen(routerPath(routes.template), template, work),
          screen(routerPath(routes.templateCreate), template, work),
          screen(routerPath(routes.templateEditor), template, work),
          screen(routerPath(routes.templateUse), template, work),
          screen(routerPath(routes.templateSharing), sharing),
          screen(routerPath(routes.templateInsights), insights),
          screen(routerPath(routes.fileSharing), sharing),
          screen(routerPath(routes.fileInsights), insights),
          screen(routes.file, files, { ...work, open: true }),
          screen(routerPath(routes.fileView), files, { ...work, open: true }),
          screen(routes.profile, () => import('#web/features/profile/ProfileScreen.tsx')),
          { path: `${routes.document}/*`, element: <RedirectToFile /> },
          screen(routes.authorize, () => import('./screens/AuthorizeScreen.tsx'), { frame: 'bare', open: true }),
          screen(routes.accessDenied, () => import('./screens/AccessDeniedScreen.tsx'), { frame: 'bare', open: true }),
          screen(routes.invalidLink, () => import('./screens/InvalidLinkScreen.tsx'), { frame: 'bare', open: true }),
          screen('*', () => import('./screens/NotFoundScreen.tsx'), { frame: 'bare', open: true }),
        ],
      },
    ],
  },
]);
