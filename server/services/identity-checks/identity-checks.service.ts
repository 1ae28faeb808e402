/** Identity checks of recipients: pictures taken on this device or on a phone, and a session at the verification provider. */
import type { OutputOf } from '#contract/calls/calls.ts';
import { sameContact } from '#contract/entities/common.ts';
import { picturesOf, type IdentityCheck, type IdentityPicture } from '#contract/entities/identity-check.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { links } from '#contract/limits/links.ts';
import { timing } from '#contract/limits/timing.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { IdentityChecker } from '#server/adapters/identity-check/identity-checker.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { countText } from '#server/outbox/text-limits.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import { countIdentityTickets, issueIdentityTicket } from '#server/identity/identity-tickets.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { countIdentityChecks, type IdentityCheckRow, type IdentityCheckWithEvidence } from '#server/repositories/identity-checks.repository.ts';
import { holderOf, signingHolder } from '#server/repositories/storage-use.repository.ts';
import { lockStoredUpload, setUploadHolder, setUploadStatus } from '#server/repositories/uploads.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import { viewerOf, type Caller } from '../caller.ts';
import { isHost } from '#server/services/signing/in-person.ts';
import { activeOf } from '#server/services/signing/signer.ts';
import { assertNotEncrypted } from '#server/services/transactions/encrypted-transaction.ts';
import { addIdentityCheck, changeEvidence, changeIdentityCheck, supersedeChecks } from '#server/services/transactions/transaction-changes.ts';
import { spaceOfState, ownsOrAdministers, loadTransaction, lockTransaction, lockTransactionForJob, type TransactionState } from '#server/services/transactions/transaction-state.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { advance, publishCheckChange, recordCheck, type CheckContext } from './check-effects.ts';
import { queueCancellation } from './cancellation.ts';
import { isFailed, toIdentityCheck } from './check-progress.ts';

export const expireCheckTask = 'expire_identity_check';

/** Checks per recipient. Each one asks the sender to review it, or costs the provider's fee. */
const mostChecks = 10;
/** Open tickets per check: text messages cost money. */
const mostTickets = 5;

interface IdentityChecksDependencies {
  db: Db;
  uploads: UploadsService;
  checker: IdentityChecker | null;
  config: Pick<Config, 'appUrl' | 'locales' | 'allowPhoneCapture' | 'smtpUrl' | 'sms'>;
}

type Evidence = readonly { kind: IdentityPicture; imageRef: string }[];
type ByUser = string | null | undefined;

export type IdentityChecksService = ReturnType<typeof createIdentityChecksService>;

export function createIdentityChecksService({ db, uploads, checker, config }: IdentityChecksDependencies) {
  const firstAttempt = awaitFirstAttempt(db, config);
  const addressOf = ({ body_ref: ref, mime, kind }: { body_ref: string; mime: string; kind: string }): string =>
    uploads.download({ ref, mime, name: `${kind}.${mime === 'image/png' ? 'png' : 'jpg'}` });
  const shown = (check: IdentityCheckWithEvidence, own = true): IdentityCheck => toIdentityCheck(check, { addressOf, ownsOrAdministers: own });
  const pageOf = (id: string): string => new URL(fillPath(routes.transaction, { id }), config.appUrl).href;

  async function list(caller: Caller, id: string): Promise<OutputOf<'identityChecks.list'>> {
    const state = await loadTransaction(db, id, caller, 'read');
    assertNotEncrypted(state);
    const everything = caller.identityCheckId == null && (await ownsOrAdministers(db, state, caller));
    const visible = state.identityChecks.flatMap((check) => {
      const own = isOwn(state, check, caller);
      return own || everything ? [shown(check, own)] : [];
    });
    return { checks: visible };
  }

  async function begin(caller: Caller, id: string, byUser: ByUser): Promise<IdentityCheck> {
    const { check, recipient } = await db.transaction().execute((tx) => findOrBegin(tx, caller, id, byUser));
    return shown(await visitThirdParty(check, recipient));
  }

  async function findOrBegin(tx: Tx, caller: Caller, id: string, byUser: ByUser): Promise<{ check: IdentityCheckWithEvidence; recipient: RecipientRow }> {
    const state = await lockTransaction(tx, id, caller, 'read');
    assertNotEncrypted(state);
    const recipient = activeOf(state, caller, byUser);
    if (recipient.identity_requirements.length === 0) throw new AppError('sign_conditions_not_accepted', { reason: 'identity' });
    const known = state.identityChecks.find((each) => each.recipient_id === recipient.id);
    if (known && !isFailed(known.status)) return { check: known, recipient };
    if ((await countIdentityChecks(tx, recipient.id)) >= mostChecks) throw new AppError('too_many_requests');
    await supersedeChecks(tx, state, recipient);
    const check = await insertCheck(tx, caller, state, recipient);
    const context: CheckContext = { tx, config, state, check, recipient, caller };
    await recordCheck(context, 'identity_check_started');
    await publishCheckChange(context);
    return { check, recipient };
  }

  async function insertCheck(tx: Tx, caller: Caller, state: TransactionState, recipient: RecipientRow): Promise<IdentityCheckWithEvidence> {
    const thirdParty = recipient.identity_requirements.includes('third_party');
    if (thirdParty && checker === null) throw new AppError('feature_not_supported');
    const check = await addIdentityCheck(tx, state, {
      id: newId(), transaction_id: state.row.id, recipient_id: recipient.id, user_id: caller.userId, status: 'capturing',
      requirements: recipient.identity_requirements, manual_approval: recipient.identity_require_manual_approval,
      application_id: thirdParty ? (checker?.name ?? null) : null, third_party_state: thirdParty ? 'open' : null,
      expires_at: new Date(Date.now() + (thirdParty ? links.thirdPartyCheckLife : timing.identityGiveUp)),
    });
    await scheduleExpiry(tx, check.id, check.expires_at);
    return check;
  }

  /** Opens the session outside the database transaction, because the provider may be slow. A repeated call opens the same session. */
  async function visitThirdParty(check: IdentityCheckWithEvidence, { email, phone }: RecipientRow): Promise<IdentityCheckWithEvidence> {
    if (check.third_party_state !== 'open' || check.url !== null) return check;
    if (checker === null) throw new AppError('feature_not_supported');
    const session = await checker.open({ key: check.id, email, phone, returnUrl: pageOf(check.transaction_id) });
    await db.transaction().execute((tx) => storeSession(tx, check, session));
    return { ...check, ...session };
  }

  async function uploadUrl(caller: Caller, id: string, { byUser, kind, mimeType }: { byUser?: ByUser; kind: IdentityPicture; mimeType: string }): Promise<{ url: string; imageRef: string }> {
    const state = await loadTransaction(db, id, caller, 'read');
    const { check, recipient } = capturing(state, caller, byUser);
    assertRequired(check, [kind]);
    const { url, bodyRef } = await uploads.open({ userId: caller.userId, holder: signingHolder(caller.userId) }, 'identity', mimeType, { transaction_id: id, recipient_id: recipient.id });
    return { url, imageRef: bodyRef };
  }

  async function submit(caller: Caller, id: string, { byUser, evidence }: { byUser?: ByUser; evidence: Evidence }): Promise<IdentityCheck> {
    const check = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'read');
      const handedIn = ownCheck(state, caller, byUser).check;
      // A retry whose first response was lost: the evidence is already stored.
      if (evidence.every(({ imageRef }) => handedIn.evidence.some((each) => each.body_ref === imageRef))) return handedIn;
      const context = { tx, config, state, caller, ...capturing(state, caller, byUser) };
      assertRequired(context.check, evidence.map(({ kind }) => kind));
      for (const each of evidence) await take(context, caller, each);
      await prolong(tx, context.check, timing.identityGiveUp);
      await advance(context);
      return context.check;
    });
    return shown(check);
  }

  /** Returns the check to continue on a phone. Throws if phones are disabled or it is not the caller's turn. */
  async function checkForTelephone(tx: Tx, caller: Caller, id: string, byUser: ByUser) {
    if (!config.allowPhoneCapture) throw new AppError('feature_not_supported');
    return capturing(await lockTransaction(tx, id, caller, 'read'), caller, byUser).check;
  }

  /** Creates a link to the page on which a phone takes the pictures. */
  async function ticketFor(tx: Tx, caller: Caller, id: string, byUser: ByUser): Promise<{ ticket: string; link: string; expiresAt: string }> {
    const check = await checkForTelephone(tx, caller, id, byUser);
    if ((await countIdentityTickets(tx, check.id)) >= mostTickets) throw new AppError('too_many_requests');
    const { ticket, expiresAt } = await issueIdentityTicket(tx, check.id, caller.userId);
    await prolong(tx, check, links.captureTicketLife);
    const link = new URL(fillPath(routes.transactionPhotoCapturing, { id }), config.appUrl);
    link.searchParams.set('ticket', ticket);
    return { ticket, link: link.href, expiresAt: expiresAt.toISOString() };
  }

  async function sendSms(caller: Caller, id: string, { byUser, phone }: { byUser?: ByUser; phone: string }): Promise<{ late: boolean }> {
    // Checks the permission before the rate limit, so that the caller gets the right error.
    await db.transaction().execute((tx) => checkForTelephone(tx, caller, id, byUser));
    await countText(db, caller, phone);
    const noticeId = await db.transaction().execute(async (tx) => {
      const { link } = await ticketFor(tx, caller, id, byUser);
      return sendText(tx, { template: 'identity_capture', to: phone, locale: caller.locale, locales: config.locales, data: { link } });
    });
    return answerOf(await firstAttempt(noticeId), 'unable_to_send_sms');
  }

  async function cancel(caller: Caller, id: string, byUser: ByUser): Promise<IdentityCheck> {
    const check = await db.transaction().execute(async (tx) => {
      const state = await lockTransaction(tx, id, caller, 'read');
      const { check: own, recipient } = ownCheck(state, caller, byUser);
      if (own.status === 'canceled') return own;
      const context: CheckContext = { tx, config, state, caller, ...capturing(state, caller, byUser), recipient };
      await changeIdentityCheck(tx, own, { status: 'canceled' });
      if (own.reference !== null && own.third_party_state === 'open') await queueCancellation(tx, own.reference);
      await recordCheck(context, 'identity_check_canceled');
      await publishCheckChange(context);
      return own;
    });
    return shown(check);
  }

  return {
    list, begin, uploadUrl, submit, sendSms, cancel, shown,
    ticket: (caller: Caller, id: string, byUser: ByUser) => db.transaction().execute((tx) => ticketFor(tx, caller, id, byUser)),
  };
}

/** The check may have ended while the provider opened the session. */
async function storeSession(tx: Tx, row: IdentityCheckRow, session: { reference: string; url: string }): Promise<void> {
  const state = await lockTransactionForJob(tx, row.transaction_id);
  const check = state?.identityChecks.find((each) => each.id === row.id);
  await changeIdentityCheck(tx, check ?? { ...row }, session);
  if (!state || !isRunning(state.row.status) || check?.status !== 'capturing') await queueCancellation(tx, session.reference);
}

export async function scheduleExpiry(tx: Tx, checkId: string, at: Date): Promise<void> {
  await addJob(tx, expireCheckTask, { checkId }, { runAt: at, jobKey: `${expireCheckTask}:${checkId}` });
}

/** Extends the expiry of the check to `by` milliseconds from now. Never shortens it. */
async function prolong(tx: Tx, check: IdentityCheckWithEvidence, by: number): Promise<void> {
  const until = new Date(Date.now() + by);
  if (until <= check.expires_at) return;
  await changeIdentityCheck(tx, check, { expires_at: until });
  await scheduleExpiry(tx, check.id, until);
}

function isOwn(state: TransactionState, check: IdentityCheckWithEvidence, caller: Caller): boolean {
  if (caller.identityCheckId != null) return caller.identityCheckId === check.id;
  const recipient = state.recipients.find((each) => each.id === check.recipient_id);
  return recipient !== undefined && (sameContact(recipient, viewerOf(caller)) || isHost(state, recipient, caller));
}

/** Returns the check of the active recipient: the caller, their in-person signer, or the person for whom a phone ticket was issued. */
function ownCheck(state: TransactionState, caller: Caller, byUser: ByUser): { check: IdentityCheckWithEvidence; recipient: RecipientRow } {
  const ticketed = caller.identityCheckId == null ? undefined : state.identityChecks.find((each) => each.id === caller.identityCheckId);
  if (caller.identityCheckId != null && !ticketed) throw new AppError('invalid_token');
  assertNotEncrypted(state);
  const recipient = activeOf(state, caller, ticketed?.recipient_id ?? byUser);
  const check = ticketed ?? state.identityChecks.find((each) => each.recipient_id === recipient.id);
  if (!check) throw new AppError('sign_conditions_not_accepted', { reason: 'identity' });
  return { check, recipient };
}

function capturing(state: TransactionState, caller: Caller, byUser: ByUser): { check: IdentityCheckWithEvidence; recipient: RecipientRow } {
  const own = ownCheck(state, caller, byUser);
  if (own.check.status !== 'capturing') throw new AppError('sign_conditions_not_accepted', { reason: 'identity', status: own.check.status });
  return own;
}

function assertRequired({ requirements }: IdentityCheckWithEvidence, kinds: readonly IdentityPicture[]): void {
  const required = picturesOf(requirements);
  const other = kinds.filter((kind) => !required.includes(kind));
  if (other.length > 0) throw new AppError('request_validation_error', other.map((kind) => ({ path: 'body/kind', message: `Nobody asked for ${kind}` })));
}

async function take({ tx, state, check, recipient }: CheckContext, caller: Caller, { kind, imageRef }: Evidence[number]): Promise<void> {
  if (check.evidence.some((each) => each.body_ref === imageRef && each.kind === kind)) return;
  const upload = await lockStoredUpload(tx, caller.userId, imageRef, 'identity');
  if (upload?.recipient_id !== recipient.id) throw new AppError('file_body_missing', { kind });
  const replaced = await changeEvidence(tx, check, { kind, body_ref: imageRef, mime: upload.mime });
  await setUploadStatus(tx, imageRef, 'used');
  await setUploadHolder(tx, imageRef, holderOf(spaceOfState(state)));
  await removePictures(tx, [replaced]);
}
