/** Notifications of a change: live events and mails, written in the transaction of the change. */
import { canonicalEmail, sameContact, type Contact } from '#contract/entities/common.ts';
import { isSigner, type Participation } from '#contract/entities/recipient.ts';
import type { EventType } from '#contract/events.ts';
import { detachedSignatureMime, namedSignatures, nameOfBody } from '#contract/entities/file.ts';
import { links } from '#contract/limits/links.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { joinName } from '#contract/person-names.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { MailData, MailTemplate } from '#server/adapters/mail/mail-templates.ts';
import type { MailAttachment } from '#server/outbox/send-mail.ts';
import type { Config } from '#server/platform/config.ts';
import { readableLocale } from '#server/platform/texts.ts';
import { publishEvent, type NewEvent } from '#server/events/publish-event.ts';
import { issueMagicCode, magicLink } from '#server/identity/magic-code.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findDetachedSignatures } from '#server/repositories/detached-signatures.repository.ts';
import { findFiles } from '#server/repositories/files.repository.ts';
import { signaturesBeside } from '#server/services/files/detached-signatures.ts';
import { isPage } from '#server/services/signing/signable.ts';
import { findUserByReach, findUsersByReach, type Reach, type User } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { hostNameOf } from '#server/services/signing/in-person.ts';
import { brandIn } from '#server/services/organizations/branding.ts';
import { sendNotice } from '#server/services/notifications/send-notice.ts';
import { findUsersById } from '#server/services/sharing/participants.ts';
import { notifyOfRequest } from './request-news.ts';
import { changeRecipient } from './transaction-changes.ts';
import { displayName, type TransactionState } from './transaction-state.ts';

export type NotifyConfig = Pick<Config, 'appUrl' | 'locales'>;

/** The accounts of everyone who may read the transaction. May contain duplicates. */
export const audienceOf = (state: TransactionState): string[] => [
  state.row.owner_id,
  ...state.row.shared_with,
  ...state.recipients.flatMap((each) => (each.invited_at && each.user_id ? [each.user_id] : [])),
];

/**
 * The subject of an event. `partyIds`: invited recipients, and users who are neither the owner nor shared with. They get the
 * event in their own right; the others get it as members of the organization.
 */
export function subjectOf({ row, recipients }: TransactionState, userIds: readonly string[]) {
  const withAccess = [row.owner_id, ...row.shared_with];
  const invited = recipients.filter((each) => each.invited_at !== null).map((each) => each.user_id);
  return { resourceId: row.id, orgId: row.org_id, partyIds: userIds.filter((id) => !withAccess.includes(id) || invited.includes(id)) };
}

interface Reached {
  /** Everyone who may read the transaction, unless given. */
  userIds?: readonly string[];
  /** Beside the status. */
  data?: Record<string, unknown>;
}

export function transactionEvent(
  state: TransactionState, caller: Caller | null, type: EventType, { userIds = audienceOf(state), data = {} }: Reached = {},
): NewEvent {
  return { type, ...subjectOf(state, userIds), actorId: caller?.userId ?? null, userIds, data: { status: state.row.status, ...data } };
}

export const publishTransactionEvent = (tx: Tx, state: TransactionState, caller: Caller | null, type: EventType, reached: Reached = {}): Promise<void> =>
  publishEvent(tx, transactionEvent(state, caller, type, reached));

export const linkPurpose = (transactionId: string): string => `transaction:${transactionId}`;

const pageOf = (state: TransactionState, completed = false): string =>
  fillPath(completed ? routes.transactionCompleted : routes.transaction, { id: state.row.id });

/** The sender's verified addresses. */
const viewOfOwner = ({ owner }: TransactionState): Contact => ({ email: owner.email, phone: owner.phone_verified ? owner.phone : null });

type Reader = Reach & { first_name?: string | null; last_name?: string | null; locale?: string | null };

/** The account of a message's reader, or null. It is looked up once for all that the message needs to know. */
type Account = User | null;

const accountOf = async (tx: Tx, person: Reach): Promise<Account> => (await findUserByReach(tx, person)) ?? null;

interface LinkReader {
  person: Reader;
  account: Account;
  completed?: boolean;
}

/** Returns a link that signs its reader in, in the language of the message. The sender, who has an account, gets a plain link. */
async function personalLink(tx: Tx, config: NotifyConfig, state: TransactionState, { person, account, completed = false }: LinkReader): Promise<string> {
  const path = pageOf(state, completed);
  if (sameContact(person, viewOfOwner(state))) return new URL(path, config.appUrl).href;
  const code = await issueMagicCode(tx, {
    ...holderOf(person, account, state),
    purpose: linkPurpose(state.row.id),
    ...(completed && { expiresAt: new Date(Date.now() + links.completedLinkLife) }),
  });
  return magicLink(config, path, code, readableLocale(localeFor(person, account, state), config.locales));
}

/**
 * Whom the link signs in. Another account may verify a phone number at any moment, so `issueMagicCode` finds its account again,
 * under a lock.
 */
const holderOf = (person: Reader, account: Account, { owner }: TransactionState) => (account !== null && person.email !== null ? { user: account } : {
  ...reachOf(person), firstName: person.first_name ?? null, lastName: person.last_name ?? null, locale: person.locale ?? owner.locale,
});

const localeFor = (person: { locale?: string | null }, account: Account, state: TransactionState): string | null =>
  person.locale ?? account?.locale ?? state.owner.locale;

const reachOf = (person: Reach): Reach => (person.email === null ? { email: null, phone: person.phone } : { email: person.email });

const addressOf = (person: Reach & { first_name: string | null; last_name: string | null }) => ({
  ...reachOf(person),
  name: joinName(person.first_name, person.last_name) || null,
});

type Reachable = RecipientRow & Reach;
export const isReachable = (recipient: RecipientRow): recipient is Reachable => hasReach(recipient);

const hasReach = <Person extends { email: string | null; phone: string | null }>(person: Person): person is Person & Reach => person.email !== null || person.phone !== null;

/** Data common to all messages that ask for something. */
const requestOf = async (tx: Tx, config: NotifyConfig, state: TransactionState, recipient: Reachable, account: Account) => ({
  transactionId: state.row.id, title: state.row.name, senderName: displayName(state.owner), senderEmail: state.owner.email_verified ? state.owner.email : null,
  expiresAt: state.row.expires_at, link: await personalLink(tx, config, state, { person: recipient, account }),
});

const letterTo = async (tx: Tx, config: NotifyConfig, state: TransactionState, recipient: Reachable, account: Account) => ({
  brand: await brandIn(tx, state.row.org_id),
  to: addressOf(recipient), account, locale: localeFor(recipient, account, state), locales: config.locales,
});

/** Who reassigned a request to its new recipient, and why. */
export interface PassedOn {
  from: Named;
  reason: string;
}
type Named = Parameters<typeof displayName>[0];

/** What the sender writes to the recipient: the message to all, and the private one. */
export const messageTo = ({ message }: TransactionState, recipient: Pick<RecipientRow, 'private_message'> | null): string =>
  [message.body, recipient?.private_message].filter(Boolean).join('\n\n');

/** The messages that ask for a signature, an approval, or to view. */
const requests = {
  signer: { invitation: 'invitation', passedOn: 'passed_on', reminder: 'reminder' },
  approver: { invitation: 'approval_invitation', passedOn: 'approval_passed_on', reminder: 'approval_reminder' },
  viewer: { invitation: 'viewing_invitation', passedOn: 'viewing_passed_on', reminder: 'viewing_reminder' },
} as const satisfies Record<Participation, Record<string, MailTemplate>>;

/** Asks a recipient for what they are to do. `passedOn`: the request was reassigned by its previous recipient. */
export async function mailInvitation(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: Reachable, passedOn?: PassedOn): Promise<void> {
  const { title } = state.message;
  const account = await accountOf(tx, recipient);
  const letter = await letterTo(tx, config, state, recipient, account);
  const data = await requestOf(tx, config, state, recipient, account);
  await noteNotice(tx, recipient, passedOn === undefined
    ? await sendNotice(tx, { ...letter, template: requests[recipient.participation].invitation, data: { ...data, messageTitle: title || null, message: messageTo(state, recipient) || null } })
    : await sendNotice(tx, { ...letter, template: requests[recipient.participation].passedOn, data: { ...data, fromName: displayName(passedOn.from), reason: passedOn.reason } }));
}

/** Informs an in-person signer, when the transaction starts, of the sender and the host. */
export async function mailNaming(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  if (!isReachable(recipient)) return;
  await noteNotice(tx, recipient, await sendNotice(tx, {
    ...(await letterTo(tx, config, state, recipient, await accountOf(tx, recipient))),
    template: 'named_in_person',
    data: {
      title: state.row.name, senderName: displayName(state.owner), senderEmail: state.owner.email_verified ? state.owner.email : null, hostName: hostNameOf(state, recipient),
    },
  }));
}

/** Informs the sender of a reassignment. */
export async function mailReassignment(tx: Tx, config: NotifyConfig, state: TransactionState, to: RecipientRow, { from, reason }: PassedOn): Promise<void> {
  await mailOwner(tx, config, state, 'reassigned', (common) => ({
    ...common, fromName: displayName(from), toName: displayName(to), toAddress: to.email ?? to.phone ?? '', reason,
  }));
}

/**
 * Informs the sender that a recipient has done what they were asked for, except the last one, who completes the transaction, and the
 * sender's own.
 */
export async function mailProgress(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  if (sameContact(recipient, viewOfOwner(state))) return;
  if (recipient.participation === 'signer') return mailSignature(tx, config, state, recipient);
  await mailOwner(tx, config, state, recipient.participation === 'approver' ? 'approved' : 'viewed', (common) => ({ ...common, recipientName: displayName(recipient) }));
}

async function mailSignature(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  const signers = state.recipients.filter(isSigner);
  const signed = signers.filter((each) => each.completed_at !== null).length;
  await mailOwner(tx, config, state, 'signed', (common) => ({ ...common, recipientName: displayName(recipient), signed: String(signed), total: String(signers.length) }));
}

/** Informs the owner of a template that somebody began this request by its direct link; not of what they began themselves. */
export async function mailDirectLinkUse(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  if (sameContact(recipient, viewOfOwner(state))) return;
  await notifyOfRequest(tx, state, null, 'direct_link_used', { userIds: [state.row.owner_id], person: recipient });
  await mailOwner(tx, config, state, 'direct_link_used', (common) => ({
    ...common, recipientName: displayName(recipient), recipientAddress: recipient.email ?? recipient.phone ?? '',
  }));
}

export async function mailReminder(
  tx: Tx, config: NotifyConfig, state: TransactionState, recipient: Reachable, message: { title: string | null; body: string | null },
): Promise<void> {
  const account = await accountOf(tx, recipient);
  await noteNotice(tx, recipient, await sendNotice(tx, {
    ...(await letterTo(tx, config, state, recipient, account)),
    template: requests[recipient.participation].reminder,
    data: { ...(await requestOf(tx, config, state, recipient, account)), messageTitle: message.title, message: message.body },
  }));
}

/** Links the recipient to their latest message, so that its delivery status is shown with the recipient. */
async function noteNotice(tx: Tx, recipient: RecipientRow, noticeId: string | null): Promise<void> {
  await changeRecipient(tx, recipient, { notice_id: noticeId });
}

/**
 * Sends the result to the sender, the recipients, the copy recipients and the accounts `alsoTo`, the members of copied teams; once
 * per address.
 */
export async function mailCompletion(tx: Tx, config: NotifyConfig, state: TransactionState, alsoTo: readonly string[]): Promise<void> {
  const team = await findUsersById(tx, alsoTo);
  const people = [state.owner, ...state.recipients, ...state.carbonCopies, ...team.values()].filter((each) => hasReach(each));
  const [accountFor, attachments] = [await findUsersByReach(tx, people), await signedFilesOf(tx, state)];
  const notices = new Map<string, string | null>();
  for (const person of people) {
    if (notices.has(addressKey(person))) continue;
    const reader = { ...person, locale: 'locale' in person ? person.locale : null };
    notices.set(addressKey(person), await mailDocuments(tx, config, state, {
      person: reader, account: accountFor(person) ?? null, attachments: isProtectedFrom(state, person) ? [] : attachments,
    }));
  }
  for (const recipient of state.recipients) await noteNotice(tx, recipient, hasReach(recipient) ? (notices.get(addressKey(recipient)) ?? null) : null);
}

/** Sends the finished documents to one reader. Returns the id of the message, or null. */
export async function mailCompletionTo(tx: Tx, config: NotifyConfig, state: TransactionState, person: PersonOfMail): Promise<string | null> {
  if (!hasReach(person)) return null;
  return mailDocuments(tx, config, state, {
    person, account: await accountOf(tx, person), attachments: isProtectedFrom(state, person) ? [] : await signedFilesOf(tx, state),
  });
}

/** True for a person who needs an access code: they get a link instead of the documents. */
const isProtectedFrom = ({ recipients }: TransactionState, person: Contact): boolean =>
  recipients.some((each) => each.access_code_required && sameContact(each, person));

interface Result {
  person: PersonOfMail & Reach;
  account: Account;
  attachments: MailAttachment[];
}

async function mailDocuments(tx: Tx, config: NotifyConfig, state: TransactionState, { person, account, attachments }: Result): Promise<string | null> {
  return sendNotice(tx, {
    template: 'completed',
    to: addressOf(person),
    account,
    locale: localeFor(person, account, state), locales: config.locales,
    data: {
      transactionId: state.row.id, title: state.row.name, files: attachments.map(({ name }) => name), link: await personalLink(tx, config, state, { person, account, completed: true }),
    },
    attachments,
  });
}

interface PersonOfMail extends Named {
  phone: string | null;
  locale: string | null;
}

export const addressKey = (person: Reach): string => (person.email === null ? person.phone : canonicalEmail(person.email));

/** Returns the signed documents to attach, each with the signatures beside it; empty if the sender disabled attachments or the total exceeds `sizes.mailAttachments`. */
async function signedFilesOf(tx: Tx, state: TransactionState): Promise<MailAttachment[]> {
  if (!state.message.attachSignedFiles) return [];
  const files = await findFiles(tx, state.fileIds);
  const pages = files.filter(isPage).map(({ id }) => id);
  const signatures = pages.length === 0 ? [] : await findDetachedSignatures(tx, pages);
  const total = [...files.map(({ size }) => Number(size)), ...signatures.map(({ cms }) => cms.length)].reduce((sum, size) => sum + size, 0);
  if (total > sizes.mailAttachments) return [];
  return files.flatMap((file) => {
    const name = nameOfBody(file.title, file.mime);
    const beside = namedSignatures(name, signaturesBeside(file, signatures));
    return [{ ref: file.body_ref, mime: file.mime, name }, ...beside.map(({ name: own, signature }) => ({ signing: signature.id, mime: detachedSignatureMime, name: own }))];
  });
}

export async function mailDecline(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow, reason: string): Promise<void> {
  await mailOwner(tx, config, state, 'declined', (common) => ({ ...common, recipientName: displayName(recipient), reason }));
  await mailEnding(tx, config, state, 'request_declined', (each) => each.completed_at === null && each.id !== recipient.id);
}

/** Informs the invited recipients that the transaction was canceled. */
export async function mailCancellation(tx: Tx, config: NotifyConfig, state: TransactionState): Promise<void> {
  await mailEnding(tx, config, state, 'canceled');
}

/** Informs the sender, and the invited recipients who have not signed, that the transaction expired. */
export async function mailExpiry(tx: Tx, config: NotifyConfig, state: TransactionState): Promise<void> {
  await mailOwner(tx, config, state, 'expired', (common) => common);
  await mailEnding(tx, config, state, 'request_expired', (recipient) => recipient.completed_at === null);
}

async function mailEnding(
  tx: Tx, config: NotifyConfig, state: TransactionState, template: 'canceled' | 'request_declined' | 'request_expired', concerns: (recipient: RecipientRow) => boolean = () => true,
): Promise<void> {
  for (const recipient of state.recipients) {
    const isNotified = recipient.invited_at !== null && concerns(recipient) && !sameContact(recipient, viewOfOwner(state));
    await noteNotice(tx, recipient, isNotified && isReachable(recipient) ? await sendNotice(tx, {
      template,
      ...(await letterTo(tx, config, state, recipient, await accountOf(tx, recipient))),
      data: { title: state.row.name, senderName: displayName(state.owner) },
    }) : null);
  }
}

/** Informs the sender that a recipient has no tries left for their access code, by mail and in the app. */
export async function mailLockedAccessCode(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  await notifyOfRequest(tx, state, null, 'access_code_locked', { userIds: [state.row.owner_id], person: recipient });
  await mailOwner(tx, config, state, 'access_code_locked', (common) => ({ ...common, recipientName: displayName(recipient) }));
}

/** Asks the sender to review a recipient's identity evidence. */
export async function mailIdentityQuestion(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: RecipientRow): Promise<void> {
  await notifyOfRequest(tx, state, null, 'identity_pending', { userIds: [state.row.owner_id], person: recipient });
  await mailOwner(tx, config, state, 'identity_pending', (common) => ({ ...common, recipientName: displayName(recipient) }));
}

/** Informs the recipient of the decision. A `reason` means that the evidence was rejected. */
export async function mailIdentityDecision(tx: Tx, config: NotifyConfig, state: TransactionState, recipient: Reachable, reason: string | null): Promise<void> {
  const account = await accountOf(tx, recipient);
  const data = { title: state.row.name, senderName: displayName(state.owner), link: await personalLink(tx, config, state, { person: recipient, account }) };
  const shared = await letterTo(tx, config, state, recipient, account);
  if (reason === null) await sendNotice(tx, { ...shared, template: 'identity_approved', data });
  else await sendNotice(tx, { ...shared, template: 'identity_rejected', data: { ...data, reason } });
}

async function mailOwner<Template extends MailTemplate>(
  tx: Tx, config: NotifyConfig, state: TransactionState, template: Template, data: (common: { title: string; link: string }) => MailData[Template],
): Promise<void> {
  if (!state.owner.email) return;
  await sendNotice(tx, {
    template,
    to: addressOf({ ...state.owner, email: state.owner.email }),
    account: state.owner,
    locale: state.owner.locale, locales: config.locales,
    data: data({ title: state.row.name, link: new URL(pageOf(state), config.appUrl).href }),
  });
}
