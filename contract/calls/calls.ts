/** All calls by id: `calls['files.createMeta'].path`. */
import { accountCalls } from '#contract/calls/account.calls.ts';
import { accountChangesCalls } from '#contract/calls/account-changes.calls.ts';
import { appsCalls } from '#contract/calls/apps.calls.ts';
import { attachmentsCalls } from '#contract/calls/attachments.calls.ts';
import { billingCalls } from '#contract/calls/billing.calls.ts';
import { cloudCalls } from '#contract/calls/cloud.calls.ts';
import { contactsCalls } from '#contract/calls/contacts.calls.ts';
import { bulksCalls } from '#contract/calls/bulks.calls.ts';
import { directLinksCalls } from '#contract/calls/direct-links.calls.ts';
import { encryptedTransactionsCalls } from '#contract/calls/encrypted-transactions.calls.ts';
import { feedbackCalls } from '#contract/calls/feedback.calls.ts';
import { filtersCalls } from '#contract/calls/filters.calls.ts';
import { filesCalls } from '#contract/calls/files.calls.ts';
import { identityChecksCalls } from '#contract/calls/identity-checks.calls.ts';
import { identityCalls } from '#contract/calls/identity.calls.ts';
import { labelsCalls } from '#contract/calls/labels.calls.ts';
import { listsCalls } from '#contract/calls/lists.calls.ts';
import { magicLinksCalls } from '#contract/calls/magic-links.calls.ts';
import { mediaCalls } from '#contract/calls/media.calls.ts';
import { notificationsCalls } from '#contract/calls/notifications.calls.ts';
import { operationsCalls } from '#contract/calls/operations.calls.ts';
import { organizationsCalls } from '#contract/calls/organizations.calls.ts';
import { passkeysCalls } from '#contract/calls/passkeys.calls.ts';
import { passwordsCalls } from '#contract/calls/passwords.calls.ts';
import { profileCalls } from '#contract/calls/profile.calls.ts';
import { sendApprovalsCalls } from '#contract/calls/send-approvals.calls.ts';
import { sessionsCalls } from '#contract/calls/sessions.calls.ts';
import { secondFactorCalls } from '#contract/calls/second-factor.calls.ts';
import { storageCalls } from '#contract/calls/storage.calls.ts';
import { telemetryCalls } from '#contract/calls/telemetry.calls.ts';
import { templatesCalls } from '#contract/calls/templates.calls.ts';
import { transactionsCalls } from '#contract/calls/transactions.calls.ts';
import type { CallDefinition, CallInput, CallOutput } from '#contract/calls/define.ts';

export const calls = {
  ...filesCalls,
  ...transactionsCalls,
  ...encryptedTransactionsCalls,
  ...sendApprovalsCalls,
  ...templatesCalls,
  ...directLinksCalls,
  ...bulksCalls,
  ...labelsCalls,
  ...filtersCalls,
  ...listsCalls,
  ...mediaCalls,
  ...profileCalls,
  ...organizationsCalls,
  ...contactsCalls,
  ...appsCalls,
  ...accountCalls,
  ...accountChangesCalls,
  ...passkeysCalls,
  ...passwordsCalls,
  ...sessionsCalls,
  ...secondFactorCalls,
  ...feedbackCalls,
  ...billingCalls,
  ...identityCalls,
  ...magicLinksCalls,
  ...identityChecksCalls,
  ...attachmentsCalls,
  ...cloudCalls,
  ...storageCalls,
  ...notificationsCalls,
  ...operationsCalls,
  ...telemetryCalls,
} as const satisfies Record<string, CallDefinition>;

export type CallId = keyof typeof calls;
export type InputOf<Id extends CallId> = CallInput<(typeof calls)[Id]>;
export type OutputOf<Id extends CallId> = CallOutput<(typeof calls)[Id]>;
