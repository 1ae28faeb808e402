import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { createBrowserRouter, Navigate } from 'react-router-dom';
import { ownRoutes, routerPath, routes } from '#contract/routes.ts';
import type { Frame } from '#web/entities/ui-state/ui.slice.ts';
import { expectsSession } from '#web/services/auth/auth.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import type { RouteHandle } from './frame/use-frame-kind.ts';
import type { OptionalFeature } from './FeatureGate.tsx';
import { FeatureGate } from './FeatureGate.tsx';
import { RedirectToFile } from './RedirectToFile.tsx';
import { PageGuard } from './PageGuard.tsx';
import { FactorGuardOfAddress } from './required-factor/FactorGuard.tsx';
import { LocalGate } from './LocalGate.tsx';
import { Root } from './Root.tsx';
import { ErrorScreen } from './screens/ErrorScreen.tsx';

type Screen = () => Promise<{ default: ComponentType }>;

interface RouteOptions {
  frame?: Frame;
  /** Whether visitors may see the screen. Otherwise they are sent to the sign-in. */
  open?: boolean;
  /** The screen exists only if the installation has this feature. */
  feature?: OptionalFeature;
  /** Visitors prepare drafts at this address, with ids of their own. */
  local?: 'draft' | 'upload';
  /** It is about the organization of its address, which may require a second factor. */
  ofOrganization?: boolean;
  /** The first of its texts suffice, so that it opens sooner. Dialogs that it opens later load theirs. */
  isOpening?: boolean;
}

const screen = (path: string, load: Screen, { frame = 'full', open = false, feature, ofOrganization = false, isOpening = false, local }: RouteOptions = {}): RouteObject => ({
  path: routerPath(path),
  handle: { frame } satisfies RouteHandle,
  lazy: async () => {
    const { default: Component } = await (isOpening ? load : withFurtherTexts(load))();
    const reached = ofOrganization ? <FactorGuardOfAddress><Component /></FactorGuardOfAddress> : <Component />;
    const offered = feature ? <FeatureGate feature={feature}>{reached}</FeatureGate> : reached;
    const guarded = open ? offered : <PageGuard>{offered}</PageGuard>;
    return { element: local ? <LocalGate isUpload={local === 'upload'}>{guarded}</LocalGate> : guarded };
  },
});

/** The screen depends on the session. The likely one is preloaded until that is known. */
const transactions: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/TransactionsList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('./TransactionsPage.tsx');
};
const templateList: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/TemplatesList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('./TemplatesPage.tsx');
};
const fileList: Screen = () => {
  void (expectsSession() ? import('#web/features/lists/FilesList.tsx') : import('#web/features/lists/VisitorWelcome.tsx'));
  return import('./FilesPage.tsx');
};
const transaction: Screen = () => import('./documents/transaction/TransactionPage.tsx');
const template: Screen = () => import('./documents/template/TemplatePage.tsx');
const upload: Screen = () => import('#web/features/upload/UploadScreen.tsx');
const uploadTo: Screen = () => import('./resource/UploadToPage.tsx');
const files: Screen = () => import('./FileRoute.tsx');
const sharing: Screen = () => import('./resource/SharingPage.tsx');
const insights: Screen = () => import('./resource/InsightsPage.tsx');
const useBulk: Screen = () => import('./bulk/UseBulkPage.tsx');
const team: Screen = () => import('#web/features/organizations/TeamScreen.tsx');
const library: Screen = () => import('./documents/template/LibraryTemplatePage.tsx');
const completed: Screen = () => import('./documents/transaction/CompletedPage.tsx');
const inLibrary = { feature: 'libraryTemplates' } as const;
const work = { frame: 'bare' } as const;
const draft = { ...work, local: 'draft' } as const;
const adding = { local: 'upload' } as const;
const opening = { open: true, isOpening: true } as const;
const openly = { frame: 'bare', open: true } as const;
const together = { feature: 'organizations' } as const;
const ofOrganization = { ...together, ofOrganization: true } as const;

/** Settings of the account and of organizations. */
const settings: RouteObject = {
  lazy: withFurtherTexts(async () => ({ Component: (await import('./settings/SettingsFrame.tsx')).SettingsFrame })),
  children: [
    screen(routes.profile, () => import('./settings/ProfilePage.tsx')),
    screen(routes.notifications, () => import('#web/features/settings/NotificationsScreen.tsx')),
    screen(routes.signatures, () => import('#web/features/media/SignaturesScreen.tsx')),
    screen(routes.initials, () => import('#web/features/media/InitialsScreen.tsx')),
    screen(routes.photos, () => import('#web/features/media/PhotosScreen.tsx')),
    screen(ownRoutes.contacts, () => import('#web/features/lists/ContactsScreen.tsx')),
    screen(ownRoutes.sessions, () => import('#web/features/sessions/SessionsScreen.tsx')),
    screen(routes.applications, () => import('#web/features/settings/ApplicationsScreen.tsx')),
    screen(routes.integrations, () => import('#web/features/settings/IntegrationsScreen.tsx'), { feature: 'integrations' }),
    screen(routes.billing, () => import('./settings/BillingPage.tsx'), { feature: 'billing' }),
    screen(routes.organizationNew, () => import('#web/features/organizations/NewOrganizationScreen.tsx'), together),
    screen(ownRoutes.invitations, () => import('#web/features/organizations/InvitationsScreen.tsx'), together),
    screen(routes.organization, () => import('./settings/OrganizationPage.tsx'), ofOrganization),
    screen(routes.organizationMembers, () => import('#web/features/organizations/MembersScreen.tsx'), ofOrganization),
    screen(ownRoutes.organizationActivity, () => import('#web/features/organizations/ActivityScreen.tsx'), ofOrganization),
    screen(routes.organizationTeams, () => import('#web/features/organizations/TeamsScreen.tsx'), ofOrganization),
    screen(routes.organizationBilling, () => import('./settings/OrganizationBillingPage.tsx'), { feature: 'billing', ofOrganization: true }),
    screen(routes.teamNew, team, ofOrganization),
    screen(routes.team, team, ofOrganization),
  ],
};

/** All legal documents share one module. */
const legal = (name: 'TermsScreen' | 'PrivacyScreen' | 'GdprScreen' | 'SubprocessorsScreen'): Screen => async () => ({
  default: (await import('./screens/LegalScreen.tsx'))[name],
});

/** No app shell, because a phone opens it with a ticket. The page itself checks the session. */
const media = (name: 'SignatureEditorPage' | 'InitialsEditorPage' | 'PhotoCapturingPage'): Screen => async () => ({
  default: (await import('./media/MediaEditorPage.tsx'))[name],
});

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
          screen(routes.transactions, transactions, opening),
          screen(routes.templates, templateList, opening),
          screen(routes.files, fileList, opening),
          screen(routes.upload, upload, opening),
          screen(ownRoutes.newEncrypted, () => import('./documents/encrypted/NewEncryptedPage.tsx'), work),
          screen(ownRoutes.sendApprovals, () => import('#web/features/lists/ApprovalsScreen.tsx'), together),
          screen(routes.transaction, transaction, draft),
          screen(routes.transactionCreate, transaction, draft),
          screen(routes.transactionEditor, transaction, draft),
          screen(routes.transactionStart, transaction, work),
          screen(routes.transactionPhotoCapturing, () => import('./identity/IdentityPhonePage.tsx'), { ...openly, local: 'upload' }),
          screen(routes.transactionUpload, uploadTo, adding),
          screen(routes.transactionCompleted, completed, work),
          screen(routes.transactionSharing, sharing),
          screen(routes.transactionInsights, insights),
          screen(routes.template, template, draft),
          screen(routes.templateCreate, template, draft),
          screen(routes.templateEditor, template, draft),
          screen(routes.templatePhotoCapturing, uploadTo, adding),
          screen(routes.templateUse, template, work),
          screen(routes.templateSharing, sharing),
          screen(routes.templateInsights, insights),
          screen(routes.templateSaved, () => import('./documents/template/TemplateSavedPage.tsx')),
          screen(routes.library, () => import('#web/features/lists/LibraryScreen.tsx'), inLibrary),
          screen(routes.libraryTemplate, library, { ...work, ...inLibrary }),
          screen(routes.libraryTemplateEditor, library, { ...work, ...inLibrary }),
          screen(routes.libraryTemplatePhotoCapturing, library, { ...work, ...inLibrary }),
          screen(routes.libraryTransaction, transaction, { ...work, ...inLibrary }),
          screen(routes.libraryTransactionEditor, transaction, { ...work, ...inLibrary }),
          screen(routes.libraryTransactionPhotoCapturing, transaction, { ...work, ...inLibrary }),
          screen(routes.libraryCompleted, completed, { ...work, ...inLibrary }),
          screen(routes.fileSharing, sharing),
          screen(routes.fileInsights, insights),
          screen(routes.file, files, { ...work, open: true }),
          screen(routes.fileView, files, { ...work, open: true }),
          settings,
          screen(routes.signaturesEditor, media('SignatureEditorPage'), { open: true }),
          screen(routes.initialsEditor, media('InitialsEditorPage'), { open: true }),
          screen(routes.photosCapturing, media('PhotoCapturingPage'), { open: true }),
          screen(routes.invite, () => import('#web/features/organizations/InviteScreen.tsx'), { frame: 'bare', feature: 'organizations' }),
          screen(routes.bulk, () => import('#web/features/bulk/BulkScreen.tsx')),
          screen(routes.transactionUseBulk, useBulk),
          screen(routes.templateUseBulk, useBulk),
          screen(routes.templateUpload, uploadTo, adding),
          screen(routes.fileUpload, () => import('./resource/ReplaceFilePage.tsx')),
          { path: `${routes.document}/*`, element: <RedirectToFile /> },
          screen(routes.authorize, () => import('./screens/AuthorizeScreen.tsx'), { ...openly, isOpening: true }),
          screen(routes.verify, () => import('./screens/VerifyScreen.tsx'), openly),
          screen(ownRoutes.accountChange, () => import('./screens/AccountChangeScreen.tsx'), openly),
          screen(ownRoutes.directLink, () => import('./DirectLinkPage.tsx'), openly),
          screen(routes.redirect, () => import('./screens/RedirectScreen.tsx'), openly),
          screen(routes.accessDenied, () => import('./screens/AccessDeniedScreen.tsx'), openly),
          screen(routes.invalidLink, () => import('./screens/InvalidLinkScreen.tsx'), openly),
          { path: routes.termsOfUse, element: <Navigate to={routes.trustTerms} replace /> },
          { path: routes.privacy, element: <Navigate to={routes.trustPrivacy} replace /> },
          screen(routes.trustTerms, legal('TermsScreen'), openly),
          screen(routes.trustPrivacy, legal('PrivacyScreen'), openly),
          screen(routes.trustGdpr, legal('GdprScreen'), openly),
          screen(routes.trustSubprocessors, legal('SubprocessorsScreen'), openly),
          screen('*', () => import('./screens/NotFoundScreen.tsx'), openly),
        ],
      },
    ],
  },
]);
