/** The composition root: creates the services of the installation by subject, each with the dependencies it needs. */
import { randomBytes } from 'node:crypto';
import { createSignBesideForPerson, createSignForPerson } from '#server/adapters/authority/person-signature.ts';
import { createSeal } from '#server/adapters/authority/seal.ts';
import { createTimeProofs } from '#server/adapters/authority/time-proofs.ts';
import { createTimeSource } from '#server/adapters/authority/time-source.ts';
import { openCloudSources } from '#server/adapters/cloud/open-cloud-sources.ts';
import { createConverter, removeAbandonedFolders } from '#server/adapters/conversion/converter.ts';
import { openSandbox } from '#server/adapters/conversion/sandbox.ts';
import { createStripeIdentity } from '#server/adapters/identity-check/stripe-identity.ts';
import { openPush } from '#server/adapters/push/web-push.ts';
import { createStripeProvider } from '#server/adapters/payments/stripe-provider.ts';
import { createTestProvider } from '#server/adapters/payments/test-provider.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import { createSignedUrls } from '#server/adapters/storage/signed-urls.ts';
import { httpSupportDesk } from '#server/adapters/support/support-desk.ts';
import { createAccountChanges } from '#server/identity/account-changes.ts';
import { openCodes } from '#server/identity/codes.ts';
import { createOwnSessions } from '#server/identity/own-sessions.ts';
import { createPasskeys } from '#server/identity/passkeys.ts';
import { createSecondFactors } from '#server/identity/second-factors.ts';
import { insertCertificate, installationItself, issuedCertificates } from '#server/repositories/certificates.repository.ts';
import { createAvatars } from '#server/routes/avatars.ts';
import type { SharingServices } from '#server/routes/sharing.routes.ts';
import { administrativeLogKey, createAdministrativeLog } from '#server/services/audit/administrative-log.ts';
import { createAuditsService } from '#server/services/audit/audits.service.ts';
import { createBillingService } from '#server/services/billing/billing.service.ts';
import { createEntitlements } from '#server/services/billing/entitlements.ts';
import { createBulkSteps } from '#server/services/bulks/bulk-steps.ts';
import { createBulksService } from '#server/services/bulks/bulks.service.ts';
import { createCloudService } from '#server/services/files/cloud.service.ts';
import { createDirectLinksService } from '#server/services/direct-links/direct-links.service.ts';
import { createDirectLinkVisits } from '#server/services/direct-links/visits.service.ts';
import { createConversionService } from '#server/services/files/conversion.service.ts';
import { createFilesService, onFileUpdateStored } from '#server/services/files/files.service.ts';
import { createImportService } from '#server/services/files/import.service.ts';
import { createDecisionsService } from '#server/services/identity-checks/decisions.service.ts';
import { createIdentityChecksService } from '#server/services/identity-checks/identity-checks.service.ts';
import { createNotificationsService, deleteOldNotifications } from '#server/services/notifications/notifications.service.ts';
import { createPushService } from '#server/services/notifications/push.service.ts';
import { createMagicLinksService } from '#server/services/magic-links/magic-links.service.ts';
import { createActivityService } from '#server/services/organizations/activity.service.ts';
import { createInvitesService } from '#server/services/organizations/invites.service.ts';
import { createOrganizationsService } from '#server/services/organizations/organizations.service.ts';
import { continueTransfer, restartTransfers } from '#server/services/organizations/resource-transfers.ts';
import { createTeamsService } from '#server/services/organizations/teams.service.ts';
import { createAccountService } from '#server/services/people/account.service.ts';
import { createAppsService } from '#server/services/people/apps.service.ts';
import { createContactsService } from '#server/services/people/contacts.service.ts';
import { createFeedbackService } from '#server/services/people/feedback.service.ts';
import { createIntegrationsService } from '#server/services/people/integrations.service.ts';
import { createMediaService, onMediaUpdateStored } from '#server/services/people/media.service.ts';
import { createProfileService } from '#server/services/people/profile.service.ts';
import { createVerificationService } from '#server/services/people/verification.service.ts';
import { createAccessRequestsService } from '#server/services/sharing/access-requests.service.ts';
import { shareableFile, shareableTemplate, shareableTransaction } from '#server/services/sharing/shareable-kinds.ts';
import type { ShareableKind } from '#server/services/sharing/shareable.ts';
import { createSharingService } from '#server/services/sharing/sharing.service.ts';
import { createAttachmentsService } from '#server/services/signing/attachments.service.ts';
import { createEncryptedSigningService } from '#server/services/signing/encrypted-signing.service.ts';
import { openAccessCodes } from '#server/services/signing/access-codes.ts';
import { createAccessService } from '#server/services/signing/access.service.ts';
import { createPresenceService } from '#server/services/signing/presence.service.ts';
import { createPageSigning } from '#server/services/signing/page-signing.ts';
import { createSignForRecipient } from '#server/services/signing/sign-for-recipient.ts';
import { createSignatureAugmentation } from '#server/services/signing/signature-augmentation.ts';
import { createSigningService } from '#server/services/signing/signing.service.ts';
import { checkStorage } from '#server/services/storage/check-storage.ts';
import { createArchiveService } from '#server/services/lists/archive.service.ts';
import { createLabelingService } from '#server/services/lists/labeling.service.ts';
import { createFiltersService } from '#server/services/lists/filters.service.ts';
import { createLabelsService } from '#server/services/lists/labels.service.ts';
import { checkLists, foldLists } from '#server/services/lists/check-lists.ts';
import { createGeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import { joinParts } from '#server/services/storage/join-parts.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { createStorageQuota } from '#server/services/storage/storage-quota.ts';
import { createUploadsService } from '#server/services/storage/uploads.service.ts';
import { createInstantiationService } from '#server/services/templates/instantiation.service.ts';
import { createTemplatesService } from '#server/services/templates/templates.service.ts';
import { sweepPartyCopies } from '#server/services/transactions/deletion.ts';
import { createDuplicationService } from '#server/services/transactions/duplication.service.ts';
import { createParticipationService } from '#server/services/signing/participation.service.ts';
import { createLifecycleService } from '#server/services/transactions/lifecycle.service.ts';
import { sendDueReminders } from '#server/services/transactions/automatic-reminders.ts';
import { createScheduleService } from '#server/services/transactions/schedule.service.ts';
import { createSigningLinks } from '#server/services/transactions/signing-links.ts';
import { createSendApprovalsService } from '#server/services/transactions/send-approvals.service.ts';
import { createSendingService } from '#server/services/transactions/sending.service.ts';
import { createTransactionsService } from '#server/services/transactions/transactions.service.ts';
import type { Infrastructure } from './infrastructure.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

type Resources = Pick<Infrastructure, 'db' | 'reads' | 'pool' | 'config' | 'vault' | 'authority' | 'storage' | 'documents' | 'trustedLists'> & Partial<Pick<Infrastructure, 'log' | 'metrics'>>;

export async function createServices(resources: Resources) {
  const base: Base = { ...resources, ...(await createShared(resources)) };
  const sharing = createSharing(base);
  const transactions = createTransactions(base, sharing);
  return {
    ...createStorage(base),
    ...sharing,
    ...(await createFiles(base, sharing)),
    ...transactions,
    ...createSigning(base),
    ...createIdentityChecks(base),
    ...createAttachments(base),
    ...createTemplates(base, sharing),
    ...createDirectLinks(base),
    ...createBulks(base, transactions),
    ...(await createPeople(base)),
    ...createOrganizations(base),
    ...createBilling(base),
    administrativeLog: base.administrativeLog,
  };
}

/** What services of several subjects use. */
async function createShared({ db, pool, config, vault, storage }: Resources) {
  const quota = createStorageQuota(config);
  const urls = createSignedUrls(config.hosts.api, await vault.findOrCreate('storage_addresses', async () => randomBytes(32)));
  const onStored = { file_update: onFileUpdateStored, media_update: onMediaUpdateStored };
  return {
    quota,
    entitlements: createEntitlements(config),
    bodies: createGeneratedBodies({ db, storage, quota }),
    uploads: createUploadsService({ db, pool, storage, urls, config, onStored, quota }),
    codes: await openCodes(db, vault),
    accessCodes: await openAccessCodes(vault),
    administrativeLog: createAdministrativeLog(await vault.findOrCreate(administrativeLogKey, async () => randomBytes(32))),
  };
}

type Base = Resources & Awaited<ReturnType<typeof createShared>>;

const createStorage = ({ db, reads, pool, storage, uploads, quota, log }: Base) => ({
  uploads,
  quota,
  avatars: createAvatars({ reads, uploads }),
  checkStorage: () => checkStorage(db, log),
  checkLists: () => checkLists(db, log),
  foldLists: () => foldLists(db),
  archive: createArchiveService({ db }),
  filters: createFiltersService({ db }),
  labels: createLabelsService({ db }),
  labeling: createLabelingService({ db }),
  removeOrphans: () => removeOrphans({ db, pool, storage }),
  joinParts: () => joinParts({ db, pool, storage }),
  removeBodies: async (refs: readonly string[]): Promise<void> => {
    await withDeletionLock(pool, async () => {
      for (const ref of refs) await storage.remove(ref);
    });
  },
});

const createSharing = (base: Base) => ({
  sharedFiles: sharingOf(shareableFile, base),
  sharedTransactions: sharingOf(shareableTransaction, base),
  sharedTemplates: sharingOf(shareableTemplate(base.entitlements), base),
});

type Sharing = ReturnType<typeof createSharing>;

const sharingOf = (kind: ShareableKind, { db, config, uploads, quota }: Base): SharingServices => ({
  sharing: createSharingService(kind, { db, config, uploads, quota }),
  accessRequests: createAccessRequestsService(kind, { db, config }),
});

async function createFiles({ db, config, vault, storage, bodies, uploads, quota, entitlements, log }: Base, { sharedFiles }: Sharing) {
  const files = createFilesService({ db, uploads, entitlements, quota, sharing: sharedFiles.sharing });
  const imports = createImportService({ db, files, bodies, quota, config });
  const sandbox = await openSandbox(config.conversion);
  await removeAbandonedFolders();
  warnAboutSandbox(sandbox, config, log);
  return {
    files,
    imports,
    conversion: createConversionService({ db, storage, bodies, converter: createConverter(sandbox) }),
    cloud: createCloudService({ db, vault, sources: openCloudSources(config.cloudSources), imports, config }),
  };
}

function warnAboutSandbox(sandbox: Awaited<ReturnType<typeof openSandbox>>, { conversion }: Base['config'], log: Base['log']): void {
  if (sandbox === null && conversion !== 'off') {
    log?.warn('documents are not converted to PDF: programs can\'t be confined here; install bubblewrap and permit user namespaces, or set CONVERSION=unsandboxed');
  } else if (sandbox?.kind === 'unsandboxed') log?.warn('documents are converted to PDF by programs that are not confined (CONVERSION=unsandboxed)');
}

const createTransactions = ({ db, reads, config, vault, storage, uploads, documents: { checker, reader }, entitlements, quota, codes, accessCodes }: Base, { sharedTransactions: { sharing } }: Sharing) => ({
  transactions: createTransactionsService({ db, reads, config, sharing, entitlements }),
  sending: createSendingService({ db, storage, checker, config, entitlements, vault, accessCodes }),
  sendApprovals: createSendApprovalsService({ db, config, uploads }),
  lifecycle: createLifecycleService({ db, config, entitlements }),
  participation: createParticipationService({ db, config }),
  duplication: createDuplicationService({ db, storage, reader, config, entitlements, quota }),
  schedule: createScheduleService({ db, entitlements }),
  access: createAccessService({ db, config, accessCodes }),
  signingLink: createSigningLinks({ db, config }),
  sendDueReminders: () => sendDueReminders({ db, config }),
  magicLinks: createMagicLinksService({ db, codes, uploads, config }),
  sweepPartyCopies: () => sweepPartyCopies(db, config),
});

function createSigning({ db, reads, config, vault, authority, storage, documents: { checker, engines }, trustedLists, bodies, uploads, entitlements, codes, metrics }: Base) {
  const time = createTimeSource(config, authority);
  const proofs = createTimeProofs({
    pool: engines, authority, issued: issuedCertificates(db), time, others: config.trustedCertificates, servicesAbove: config.trustedLists && trustedLists.servicesAbove,
  });
  const trust = { own: authority.rootCertificate(), others: config.trustedCertificates, stamps: [...time.trust], servicesAbove: trustedLists.servicesAbove };
  const seal = createSeal({ pool: engines, authority, time, proofs, record: (subject, issued) => insertCertificate(db, installationItself, subject, issued) });
  return {
    signing: createSigningService({
      db, reads, entitlements, storage, checker, uploads, config, vault, bodies, onSigned: metrics?.signed,
      signForRecipient: createSignForRecipient({ db, storage, bodies, vault, config, sign: createSignForPerson(engines, authority, time) }),
      augmentSignature: createSignatureAugmentation({ storage, bodies, vault, config, proofs }),
      pages: createPageSigning({ db, storage, engines, checker, config, trust, time, signBeside: createSignBesideForPerson(engines, authority, time) }),
      trust,
    }),
    presence: createPresenceService({ db, codes, config }),
    audits: createAuditsService({ db, bodies, seal, config, entitlements }),
  };
}

const createAttachments = ({ db, uploads, storage, config, entitlements }: Base) => ({
  attachments: createAttachmentsService({ db, uploads }),
  encryptedSigning: createEncryptedSigningService({ db, storage, config, uploads, entitlements }),
});

function createIdentityChecks({ db, config, uploads }: Base) {
  const checker = config.identityChecker === null ? null : createStripeIdentity(config.identityChecker);
  const identityChecks = createIdentityChecksService({ db, uploads, checker, config });
  return { identityChecks, decisions: createDecisionsService({ db, checks: identityChecks, checker, config }) };
}

const createTemplates = ({ db, config, storage, documents: { reader }, entitlements, quota }: Base, { sharedTemplates: { sharing } }: Sharing) => ({
  templates: createTemplatesService({ db, sharing, entitlements, config }),
  instantiation: createInstantiationService({ db, storage, reader, entitlements, quota }),
});

const createDirectLinks = ({ db, config, vault, storage, documents: { checker, reader }, bodies, entitlements }: Base) => ({
  directLinks: createDirectLinksService({ db, vault, entitlements, config }),
  directLinkVisits: createDirectLinkVisits({ db, storage, checker, reader, bodies, config, entitlements }),
});

const createBulks = ({ db, config, storage, documents: { checker, reader, engines }, bodies, entitlements }: Base, { lifecycle, transactions }: ReturnType<typeof createTransactions>) => ({
  bulks: createBulksService({ db, entitlements, config, engines }),
  bulkSteps: createBulkSteps({ db, storage, checker, reader, bodies, config, entitlements, lifecycle, transactions }),
});

async function createPeople({ db, reads, config, vault, uploads, entitlements, administrativeLog }: Base) {
  const profile = createProfileService({ db, reads, uploads, config, entitlements });
  return {
    profile,
    account: createAccountService({ db, config, administrativeLog }),
    accountChanges: createAccountChanges(db),
    verification: createVerificationService({ db, config }),
    passkeys: createPasskeys(db, config),
    secondFactors: await createSecondFactors({ db, vault, config }),
    sessions: createOwnSessions(db),
    notifications: createNotificationsService({ db }),
    pushMessages: createPushService({ db, push: await openPush(vault, config), config }),
    deleteOldNotifications: () => deleteOldNotifications(db),
    contacts: createContactsService({ db, reads, uploads }),
    media: createMediaService({ db, uploads, config }),
    apps: createAppsService({ db, config, entitlements, administrativeLog }),
    integrations: createIntegrationsService({ db, profile, config }),
    feedback: createFeedbackService({ db, desk: config.supportDesk === null ? null : httpSupportDesk(config.supportDesk) }),
  };
}

const createOrganizations = ({ db, config, uploads, entitlements, administrativeLog }: Base) => ({
  restartTransfers: () => restartTransfers(db),
  continueTransfer: (id: string) => continueTransfer(db, id),
  organizations: createOrganizationsService({ db, uploads, config, entitlements, administrativeLog }),
  teams: createTeamsService({ db, uploads, administrativeLog }),
  activity: createActivityService({ db }),
  invites: createInvitesService({ db, uploads, entitlements, config }),
});

const createBilling = ({ db, config, entitlements }: Base) => ({
  entitlements,
  billing: createBillingService({ db, provider: config.billing.stripe === null ? createTestProvider() : createStripeProvider(config.billing.stripe), config }),
});
