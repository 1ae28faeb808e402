/**
 * The landing page of links in mails: what it shows, and how its button signs the reader in. Viewing the page does not use up the
 * link.
 */
import type { MagicLink } from '#contract/entities/magic-link.ts';
import { maskedPhone } from '#contract/entities/phone-number.ts';
import type { Locale } from '#contract/languages.ts';
import { links } from '#contract/limits/links.ts';
import { joinName } from '#contract/person-names.ts';
import { addHits } from '#server/adapters/limits/rate-counters.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { sendMail } from '#server/outbox/send-mail.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { useCode, type Codes } from '#server/identity/codes.ts';
import { originOfKnown } from '#server/identity/sign-in-attempts.ts';
import { federationOf } from '#server/identity/federation.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import { confirmPass, findMagicCode, isFirstOpening, issuePass, type MagicCode } from '#server/identity/magic-code.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import { isReachable, mailCompletionTo, mailInvitation, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { brandShownIn } from '#server/services/organizations/branding.ts';
import type { UploadsService } from '#server/services/storage/uploads.service.ts';
import { findSubject, type LinkSubject } from './link-subjects.ts';

export type MagicLinksService = ReturnType<typeof createMagicLinksService>;

interface MagicLinksDependencies {
  db: Db;
  codes: Codes;
  uploads: Pick<UploadsService, 'download'>;
  config: NotifyConfig & Pick<Config, 'connections' | 'smtpUrl' | 'sms'>;
}

interface Found {
  row: MagicCode;
  reader: User;
  subject: LinkSubject;
}

export function createMagicLinksService({ db, codes, uploads, config }: MagicLinksDependencies) {
  const firstAttempt = awaitFirstAttempt(db, config);

  async function read(code: string, signedInAs: string | undefined): Promise<MagicLink> {
    const found = await find(db, code);
    if (found === null) return { state: 'ended', isReader: false, reason: 'unknown', isRenewable: false };
    const { reader, subject } = found;
    const isReader = reader.id === signedInAs;
    if (subject.state === 'ended') return { state: 'ended', isReader, reason: subject.reason, isRenewable: subject.renewal !== null };
    const { orgId, ...shown } = subject.shown;
    return { state: 'open', isReader, reader: { name: nameOf(reader), address: maskedAddress(found.row) }, brand: await brandShownIn(db, uploads, orgId), ...shown };
  }

  async function open(code: string, attempt: string, locale: Locale | undefined) {
    const found = await requireOpen(db, code);
    const { row } = found;
    // An address of a federated identity provider is verified there, so possession of the link is not trusted.
    const isFederated = federationOf(config.connections, row.email) !== null;
    const signInCode = await db.transaction().execute(async (tx) => (isFederated || (await isFirstOpening(tx, row, attempt)) ? issuePass(tx, row) : null));
    if (signInCode !== null) return { signInCode, sentTo: null, late: false };
    const noticeId = await db.transaction().execute((tx) =>
      codes.issue(tx, { purpose: purposeOf(row, attempt), address: addressOf(row), origin: originOfKnown(`link/${row.code_hash.toString('base64url')}`) }, (digits) => sendCode(tx, found, digits, locale)));
    const { late } = answerOf(await firstAttempt(noticeId), row.email === null ? 'unable_to_send_sms' : 'unable_to_send_email');
    return { signInCode: null, sentTo: maskedAddress(row), late };
  }

  function sendCode(tx: Tx, { row, reader }: Found, code: string, locale: Locale | undefined): Promise<string | null> {
    const common = { locale: locale ?? reader.locale, locales: config.locales, data: { code } };
    return row.email === null
      ? sendText(tx, { ...common, template: 'link_code', to: addressOf(row) })
      : sendMail(tx, { ...common, template: 'link_code', to: { email: row.email } });
  }

  async function confirm(code: string, attempt: string, digits: string): Promise<{ signInCode: string }> {
    const { row } = await requireOpen(db, code);
    const matched = await codes.match(purposeOf(row, attempt), digits);
    return db.transaction().execute(async (tx) => {
      await useCode(tx, matched);
      return { signInCode: await issuePass(tx, row) };
    });
  }

  /** Sends a new link to the original address. The response does not reveal whether there was one to renew. */
  async function renew(code: string): Promise<void> {
    const found = await find(db, code);
    if (found?.subject.state !== 'ended') return;
    const { renewal, transaction } = found.subject;
    if (renewal === null || transaction === null) return;
    const key = `renewals/${found.row.user_id}/${found.row.purpose}`;
    const count = (await addHits(db, [{ key, count: 1 }], links.renewalWindow)).get(key)?.count ?? 0;
    if (count > links.renewals) return;
    await db.transaction().execute(async (tx) => {
      if (renewal.kind === 'completed') await mailCompletionTo(tx, config, transaction, found.reader);
      else if (isReachable(renewal.recipient)) await mailInvitation(tx, config, transaction, renewal.recipient);
    });
  }

  async function giveWay({ userId }: { userId: string }, signInCode: string): Promise<void> {
    if (!(await confirmPass(db, signInCode, userId))) throw new AppError('invalid_link');
  }

  return { read, open, confirm, renew, giveWay };
}

async function find(db: Db, code: string): Promise<Found | null> {
  const row = await findMagicCode(db, code);
  const reader = row && (await findUserById(db, row.user_id));
  return row && reader ? { row, reader, subject: await findSubject(db, row, reader) } : null;
}

async function requireOpen(db: Db, code: string): Promise<Found> {
  const found = await find(db, code);
  if (found?.subject.state !== 'open') throw new AppError('invalid_link');
  return found;
}

/** A code is valid for one link and one page visit (`attempt`). */
const purposeOf = ({ code_hash: hash }: MagicCode, attempt: string): string => `link:${hash.toString('base64url')}:${attempt}`;

const addressOf = ({ email, phone }: MagicCode): string => email ?? phone ?? '';

const nameOf = ({ first_name: first, last_name: last }: User): string | null => joinName(first, last) || null;

/** Masks an address: its owner recognizes it, nobody else can reconstruct it. */
function maskedAddress({ email, phone }: MagicCode): string {
  if (email === null) return maskedPhone(phone ?? '');
  const [local = '', domain = ''] = [email.slice(0, email.lastIndexOf('@')), email.slice(email.lastIndexOf('@') + 1)];
  return `${[...local][0] ?? ''}…@${domain}`;
}
