/** Paths of the web application. `{name}` is a placeholder. The server uses the same table for mails and redirects. */
export const routes = {
  home: '/',
  transactions: '/transactions',
  templates: '/templates',
  files: '/files',
  bulk: '/bulks/{id}',
  transaction: '/transaction/{id}',
  transactionCreate: '/transaction/{id}/create',
  transactionUpload: '/transaction/{id}/upload',
  transactionEditor: '/transaction/{id}/editor',
  transactionInsights: '/transaction/{id}/insights',
  transactionCompleted: '/transaction/{id}/completed',
  transactionUseBulk: '/transaction/{id}/use_bulk',
  transactionStart: '/transaction/{id}/start',
  transactionPhotoCapturing: '/transaction/{id}/photo_capturing',
  transactionSharing: '/transaction/{id}/sharing',
  template: '/template/{id}',
  templateInsights: '/template/{id}/insights',
  templateCreate: '/template/{id}/create',
  templateEditor: '/template/{id}/editor',
  templatePhotoCapturing: '/template/{id}/photo_capturing',
  templateUse: '/template/{id}/use',
  templateUseBulk: '/template/{id}/use_bulk',
  templateUpload: '/template/{id}/upload',
  templateSaved: '/template/{id}/saved',
  templateSharing: '/template/{id}/sharing',
  file: '/file',
  fileView: '/file/{ids}',
  fileUpload: '/file/{id}/upload',
  fileInsights: '/file/{id}/insights',
  fileSharing: '/file/{id}/sharing',
  upload: '/upload',
  document: '/document',
  documentView: '/document/{id}',
  documentUpload: '/document/{id}/upload',
  documentInsights: '/document/{id}/insights',
  documentSharing: '/document/{id}/sharing',
  library: '/library/template',
  libraryTemplate: '/library/template/{id}',
  libraryTemplateEditor: '/library/template/{id}/editor',
  libraryTemplatePhotoCapturing: '/library/template/{id}/photo_capturing',
  libraryTransaction: '/library/transaction/{id}',
  libraryTransactionEditor: '/library/transaction/{id}/editor',
  libraryTransactionPhotoCapturing: '/library/transaction/{id}/photo_capturing',
  libraryCompleted: '/library/{id}/completed',
  invite: '/invite/{id}',
  organizationNew: '/organizations/new',
  organization: '/organization/{id}',
  organizationMembers: '/organization/{id}/members',
  organizationTeams: '/organization/{id}/teams',
  organizationBilling: '/organization/{id}/billing',
  teamNew: '/organization/{orgId}/teams/new',
  team: '/organization/{orgId}/team/{id}',
  profile: '/profile',
  signatures: '/signatures',
  signaturesEditor: '/signatures/editor',
  initials: '/initials',
  initialsEditor: '/initials/editor',
  photos: '/photos',
  photosCapturing: '/photos/photo_capturing',
  applications: '/applications',
  integrations: '/profile/integrations',
  notifications: '/notifications',
  billing: '/billing',
  authorize: '/authorize',
  verify: '/verify',
  accessDenied: '/access_denied',
  invalidLink: '/invalid_link',
  redirect: '/redirect',
  notFound: '/not_found',
  termsOfUse: '/terms_of_use',
  privacy: '/privacy',
  trustTerms: '/trust/compliance/terms',
  trustPrivacy: '/trust/compliance/privacy',
  trustGdpr: '/trust/compliance/gdpr',
  trustSubprocessors: '/trust/compliance/subprocessors',
} as const;

/** Paths that are not in the specification. */
export const ownRoutes = {
  contacts: '/contacts', invitations: '/organizations/invitations', sessions: '/profile/sessions', accountChange: '/account_change', directLink: '/direct_link',
  sendApprovals: '/approvals', organizationActivity: '/organization/{id}/activity', newEncrypted: '/transactions/encrypted',
} as const;

/** The section of the profile with what waits for the server. */
export const waitingAddress = '/profile#waiting';

/** The anchor of the second-factor section of the profile. */
export const secondFactorAnchor = 'second-factor';

/** The page that checks a document locally in the browser. */
export const checkAddress = `${routes.file}?check=true`;

type Placeholders<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;
export type PathParameters<Path extends string> = Record<Placeholders<Path>, string>;

/** Fills the placeholders of a path: `fillPath('/file/{ids}', { ids: 'a,b' })`. */
export function fillPath<Path extends string>(path: Path, parameters: PathParameters<Path>): string {
  const values: Readonly<Record<string, string>> = parameters;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new TypeError('Missed query parameter');
    return encodeURIComponent(value).replaceAll('%2C', ',');
  });
}

/** Converts a path to router syntax: `/file/:ids`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
