/** Creates the services of the installation, each with the dependencies it needs. */
import { randomBytes } from 'node:crypto';
import { createSignedUrls } from '#server/adapters/storage/signed-urls.ts';
import { withDeletionLock } from '#server/adapters/storage/deletion-lock.ts';
import type { Infrastructure } from './infrastructure.ts';
import { createSignForPerson } from '#server/adapters/authority/person-signature.ts';
import { createSeal } from '#server/adapters/authority/seal.ts';
import { createTimeProofs } from '#server/adapters/authority/time-proofs.ts';
import { createTimeSource } from '#server/adapters/authority/time-source.ts';
import { createTemplatesService } from '#server/services/templates/templates.service.ts';
import { createInstantiationService } from '#server/services/templates/instantiation.service.ts';
import { createAuditsService } from '#server/services/audit/audits.service.ts';
import { createGeneratedBodies } from '#server/services/storage/generated-bodies.ts';
import { createAccessRequestsService } from '#server/services/sharing/access-requests.service.ts';
import type { ShareableKind } from '#server/services/sharing/shareable.ts';
import { shareableFile, shareableTemplate, shareableTransaction } from '#server/services/sharing/shareable-kinds.ts';
import { checkStorage } from '#server/services/storage/check-storage.ts';
import { removeOrphans } from '#server/services/storage/orphans.ts';
import { createAdministrativeLog } from '#server/services/audit/administrative-log.ts';
import { createStorageQuota, type StorageQuota } from '#server/services/storage/storage-quota.ts';
import { createSharingService } from '#server/services/sharing/sharing.service.ts';
import { createAvatars } from '#server/routes/avatars.ts';
import type { SharingServices } from '#server/routes/sharing.routes.ts';
import { createAccountChanges } from '#server/identity/account-changes.ts';
import { openCodes } from '#server/identity/codes.ts';
import { createOwnSessions } from '#server/identity/own-sessions.ts';
import { createSecondFactors } from '#server/identity/second-factors.ts';
import { createPasskeys } from '#server/identity/passkeys.ts';
import { createAccountService } from '#server/services/people/account.service.ts';
import { createTestProvider } from '#server/adapters/payments/test-provider.ts';
import { createStripeProvider } from '#server/adapters/payments/stripe-provider.ts';
import { httpSupportDesk } from '#server/adapters/support/support-desk.ts';
import { createBillingService } from '#server/services/billing/billing.service.ts';
import { createEntitlements } from '#server/services/billing/entitlements.ts';
import { createFeedbackService } from '#server/services/people/feedback.service.ts';
import { createIntegrationsService } from '#server/services/people/integrations.service.ts';
import { createAppsService } from '#server/services/people/apps.service.ts';
import { createContactsService } from '#server/services/people/contacts.service.ts';
import { createBulkSteps } from '#server/services/bulks/bulk-steps.ts';
import { createBulksService } from '#server/services/bulks/bulks.service.ts';
import { openSandbox } from '#server/adapters/conversion/sandbox.ts';
import { createConverter } from '#server/adapters/conversion/converter.ts';
import { createConversionService } from '#server/services/files/conversion.service.ts';
import { createImportService } from '#server/services/files/import.service.ts';
import { sweepPartyCopies } from '#server/services/transactions/deletion.ts';
import { createFilesService, onFileUpdateStored } from '#server/services/files/files.service.ts';
import { openCloudSources } from '#server/adapters/cloud/open-cloud-sources.ts';
import { createCloudService } from '#server/services/files/cloud.service.ts';
import { createStripeIdentity } from '#server/adapters/identity-check/stripe-identity.ts';
import { createDecisionsService } from '#server/services/identity-checks/decisions.service.ts';
import { createIdentityChecksService } from '#server/services/identity-checks/identity-checks.service.ts';
import { createInvitesService } from '#server/services/organizations/invites.service.ts';
import { createLifecycleService } from '#server/services/transactions/lifecycle.service.ts';
import { createMagicLinksService } from '#server/services/magic-links/magic-links.service.ts';
import { createMediaService, onMediaUpdateStored } from '#server/services/people/media.service.ts';
import { createOrganizationsService } from '#server/services/organizations/organizations.service.ts';
import { createPresenceService } from '#server/services/signing/presence.service.ts';
import { createProfileService } from '#server/services/people/profile.service.ts';
import { insertCertificate, installationItself, issuedCertificates } from '#server/repositories/certificates.repository.ts';
import { createSignatureAugmentation } from '#server/services/signing/signature-augmentation.ts';
import { createSignForRecipient } from '#server/services/signing/sign-for-recipient.ts';
import { createSigningService } from '#server/services/signing/signing.service.ts';
import { createSendingService } from '#server/services/transactions/sending.service.ts';
import { createTeamsService } from '#server/services/organizations/teams.service.ts';
import { createTransactionsService } from '#server/services/transactions/transactions.service.ts';
import { createVerificationService } from '#server/services/people/verification.service.ts';
import { createUploadsService, type UploadsService } from '#server/services/storage/uploads.service.ts';

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices({ db, reads, pool, config, vault, authority, storage, documents, trustedLists, log }: Pick<Infrastructure, 'db' | 'reads' | 'pool' | 'config' | 'vault' | 'authority' | 'storage' | 'documents' | 'trustedLists'> & Partial<Pick<Infrastructure, 'log'>>) {
  const urls = createSignedUrls(config.hosts.api, await vault.findOrCreate('storage_addresses', async () => randomBytes(32)));
  const { checker, reader, engines } = documents;
  const administrativeLog = createAdministrativeLog(await vault.findOrCreate('administrative_acts', async () => randomBytes(32)));
  const quota = createStorageQuota(config);
  const bodies = createGeneratedBodies({ db, storage, quota });
  const sandbox = await openSandbox(config.conversion);
  if (sandbox === null && config.conversion !== 'off') {
    log?.warn('documents are not converted to PDF: programs can\'t be confined here; install bubblewrap and permit user namespaces, or set CONVERSION=unsandboxed');
  } else if (sandbox?.kind === 'unsandboxed') log?.warn('documents are converted to PDF by programs that are not confined (CONVERSION=unsandboxed)');
  const onStored = { file_update: onFileUpdateStored, media_update: onMediaUpdateStored };
  const uploads = createUploadsService({ db, pool, storage, urls, config, onStored, quota });
  const sharedFiles = sharingOf(shareableFile, { db, config, uploads, quota });
  const sharedTransactions = sharingOf(shareableTransaction, { db, config, uploads, quota });
  const entitlements = createEntitlements(config);
  const sharedTemplates = sharingOf(shareableTemplate(entitlements), { db, config, uploads, quota });
  const transactions = createTransactionsService({ db, reads, config, sharing: sharedTransactions.sharing, entitlements });
  const codes = await openCodes(db, vault);
  const lifecycle = createLifecycleService({ db, config, entitlements });
  const profile = createProfileService({ db, reads, uploads, config, entitlements });
  const cards = config.billing.stripe === null ? createTestProvider() : createStripeProvider(config.billing.stripe);
  const identityChecker = config.identityChecker === null ? null : createStripeIdentity(config.identityChecker);
  const identityChecks = createIdentityChecksService({ db, uploads, checker: identityChecker, config });
  const files = createFilesService({ db, uploads, entitlements, quota, sharing: sharedFiles.sharing });
  const time = createTimeSource(config, authority);
  const proofs = createTimeProofs({ pool: engines, authority, issued: issuedCertificates(db), time, others: config.trustedCertificates, servicesAbove: config.trustedLists && trustedLists.servicesAbove });
  const imports = createImportService({ db, files, bodies, quota, config });
  return {
    uploads,
    avatars: createAvatars({ reads, uploads }),
    files,
    conversion: createConversionService({ db, storage, bodies, converter: createConverter(sandbox) }),
    imports,
    cloud: createCloudService({ db, vault, sources: openCloudSources(config.cloudSources), imports, config }),
    transactions,
    sending: createSendingService({ db, storage, checker, config, entitlements, vault }),
    signing: createSigningService({
      db, entitlements, storage, checker, uploads, config, vault, bodies,
      signForRecipient: createSignForRecipient({ db, storage, bodies, vault, config, sign: createSignForPerson(engines, authority, time) }),
      augmentSignature: createSignatureAugmentation({ storage, bodies, vault, config, proofs }),
      trust: { own: authority.rootCertificate(), others: config.trustedCertificates, stamps: [...time.trust], servicesAbove: trustedLists.servicesAbove },
    }),
    lifecycle,
    identityChecks,
    decisions: createDecisionsService({ db, checks: identityChecks, checker: identityChecker, config }),
    audits: createAuditsService({ db, bodies, seal: createSeal({ pool: engines, authority, time, proofs, record: (subject, issued) => insertCertificate(db, installationItself, subject, issued) }), config, entitlements }),
    sharedFiles,
    sharedTransactions,
    sharedTemplates,
    templates: createTemplatesService({ db, sharing: sharedTemplates.sharing, entitlements, config }),
    instantiation: createInstantiationService({ db, storage, reader, entitlements, quota }),
    bulks: createBulksService({ db, entitlements, config }),
    bulkSteps: createBulkSteps({ db, storage, checker, reader, bodies, config, entitlements, lifecycle, transactions }),
    media: createMediaService({ db, uploads, config }),
    profile,
    organizations: createOrganizationsService({ db, uploads, config, entitlements, administrativeLog }),
    teams: createTeamsService({ db, uploads, administrativeLog }),
    invites: createInvitesService({ db, uploads, entitlements, config }),
    contacts: createContactsService({ db, reads, uploads }),
    apps: createAppsService({ db, config, entitlements, administrativeLog }),
    feedback: createFeedbackService({ db, desk: config.supportDesk === null ? null : httpSupportDesk(config.supportDesk) }),
    integrations: createIntegrationsService({ db, profile, config }),
    billing: createBillingService({ db, provider: cards, config }),
    entitlements,
    quota,
    checkStorage: () => checkStorage(db, log),
    accountChanges: createAccountChanges(db),
    account: createAccountService({ db, config, administrativeLog }),
    verification: createVerificationService({ db, config }),
    magicLinks: createMagicLinksService({ db, codes, config }),
    presence: createPresenceService({ db, codes, config }),
    passkeys: createPasskeys(db, config),
    sessions: createOwnSessions(db),
    secondFactors: await createSecondFactors({ db, vault, config }),
    administrativeLog,
    sweepPartyCopies: () => sweepPartyCopies(db, config),
    removeOrphans: () => removeOrphans({ db, pool, storage }),
    removeBodies: async (refs: readonly string[]): Promise<void> => {
      await withDeletionLock(pool, async () => {
        for (const ref of refs) await storage.remove(ref);
      });
    },
  };
}

const sharingOf = (kind: ShareableKind, { db, config, uploads, quota }: Pick<Infrastructure, 'db' | 'config'> & { uploads: UploadsService; quota: StorageQuota }): SharingServices => ({
  sharing: createSharingService(kind, { db, config, uploads, quota }),
  accessRequests: createAccessRequestsService(kind, { db, config }),
});
