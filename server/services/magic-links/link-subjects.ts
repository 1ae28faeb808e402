/** What a link in a mail leads to, and whether it is still valid. */
import { canonicalEmail } from '#contract/entities/common.ts';
import { fillableBy } from '#contract/entities/field-list.ts';
import type { Field } from '#contract/entities/field.ts';
import type { MagicLinkEnd, OpenMagicLink } from '#contract/entities/magic-link.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { links } from '#contract/limits/links.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { asksEveryDevice, type MagicCode } from '#server/identity/magic-code.ts';
import { findFields, findFile, findFiles } from '#server/repositories/files.repository.ts';
import { findInvite } from '#server/repositories/invites.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import { findTemplate } from '#server/repositories/templates.repository.ts';
import { findTransactionRow } from '#server/repositories/transactions.repository.ts';
import { findUserById, type User } from '#server/repositories/users.repository.ts';
import { messageTo } from '#server/services/transactions/transaction-notifications.ts';
import { findState, displayName, isOver, type TransactionState } from '#server/services/transactions/transaction-state.ts';

/** `orgId`: where it was made; the page shows that organization's brand. */
type Shown = Omit<OpenMagicLink, 'state' | 'isReader' | 'reader' | 'brand'> & { orgId: string | null };
/** What a new link is sent for, in place of an expired one. */
type Renewal = { kind: 'request'; recipient: RecipientRow } | { kind: 'completed' };
export type LinkSubject =
  | { state: 'open'; shown: Shown }
  | { state: 'ended'; reason: MagicLinkEnd; renewal: Renewal | null; transaction: TransactionState | null };

const over = (reason: MagicLinkEnd, transaction: TransactionState | null = null, renewal: Renewal | null = null): LinkSubject =>
  ({ state: 'ended', reason, transaction, renewal });

/** `reader`: the account that the link signs in. */
export async function findSubject(db: Db | Tx, code: MagicCode, reader: User): Promise<LinkSubject> {
  const [what = '', ...rest] = code.purpose.split(':');
  if (!isStillTheirs(code, reader)) return over('unknown');
  if (what === 'transaction') return subjectOfTransaction(db, code, reader, rest.join(':'));
  if (code.revoked_at !== null || hasEnded(code)) return over('unknown');
  if (what === 'invite') return subjectOfInvite(db, rest.join(':'), reader);
  const [kind, id] = rest;
  return what === 'share' && id !== undefined ? subjectOfSharing(db, kind as ResourceKind, id) : over('unknown');
}

/** A link is valid only while the account has the address it was sent to. */
const isStillTheirs = ({ email, phone }: MagicCode, reader: User): boolean => (email === null ? reader.phone === phone : reader.email === email);

const hasEnded = ({ expires_at: end }: MagicCode): boolean => end !== null && end <= new Date();

async function subjectOfTransaction(db: Db | Tx, code: MagicCode, reader: User, id: string): Promise<LinkSubject> {
  const state = await findState(db, id);
  if (!state) return over('unknown');
  if (isOver(state)) return over('expired', state);
  const { status } = state.row;
  if (status === 'expired' || status === 'canceled' || status === 'declined') return over(status, state);
  const recipient = state.recipients.find((each) => each.user_id === reader.id && each.invited_at !== null);
  if (status === 'completed') return subjectOfCompleted(db, code, reader, state);
  if (!isRunning(status)) return over('unknown');
  if (recipient === undefined) return mayView(state, reader) ? open(db, 'request', state, null, code) : over('reassigned');
  // Links from before they were valid for as long as the transaction runs.
  if (code.revoked_at !== null || hasEnded(code)) return over('unknown', state, recipient.completed_at === null ? { kind: 'request', recipient } : null);
  return open(db, 'request', state, recipient, code);
}

async function subjectOfCompleted(db: Db | Tx, code: MagicCode, reader: User, state: TransactionState): Promise<LinkSubject> {
  const recipient = state.recipients.find((each) => each.user_id === reader.id) ?? null;
  if (recipient === null && !mayView(state, reader)) return over('reassigned');
  const end = code.expires_at ?? new Date((state.row.completed_at ?? state.row.updated_at).getTime() + links.completedLinkLife);
  return code.revoked_at !== null || end <= new Date() ? over('completed', state, { kind: 'completed' }) : open(db, 'completed', state, recipient, code);
}

/** People with access besides the recipients: owner, copy recipients, and those it is shared with. */
const mayView = ({ row, carbonCopies }: TransactionState, { id, email, phone }: User): boolean =>
  row.owner_id === id || row.shared_with.includes(id)
  || carbonCopies.some((each) => (each.email === null ? each.phone !== null && each.phone === phone : email !== null && canonicalEmail(each.email) === canonicalEmail(email)));

async function open(db: Db | Tx, kind: 'request' | 'completed', state: TransactionState, recipient: RecipientRow | null, code: MagicCode): Promise<LinkSubject> {
  const participation = recipient?.participation ?? 'signer';
  // The page is shown before the sign-in and before the access code.
  if (recipient?.access_code_required === true || asksEveryDevice(code)) return { state: 'open', shown: { ...nothingToFill, kind, title: state.row.name, sender: senderOf(state.owner), orgId: state.row.org_id, participation } };
  const files = await findFiles(db, state.fileIds);
  const { title } = state.message;
  return {
    state: 'open',
    shown: {
      kind, title: state.row.name, message: { title, body: messageTo(state, recipient) }, sender: senderOf(state.owner), orgId: state.row.org_id,
      expiresAt: kind === 'request' ? (state.row.expires_at?.toISOString() ?? null) : null,
      documents: state.fileIds.flatMap((id) => files.find((file) => file.id === id)?.title ?? []),
      participation,
      places: recipient === null || participation !== 'signer' ? 0 : await placesOf(db, state.fileIds, recipient),
      hasSigned: recipient !== null && recipient.completed_at !== null,
    },
  };
}

async function placesOf(db: Db | Tx, fileIds: readonly string[], recipient: RecipientRow): Promise<number> {
  let places = 0;
  for (const id of fileIds) places += placesIn(await findFields(db, id), recipient);
  return places;
}

/** A radio group counts as one place to fill. */
function placesIn(fields: readonly Field[], recipient: RecipientRow): number {
  const own = fields.filter((field) => fillableBy(field, recipient));
  return new Set(own.map((field) => (field.type === 'radio' && field.group ? `group ${field.group}` : field.id))).size;
}

const senderOf = (user: User): Shown['sender'] => ({ name: displayName(user), email: user.email });

const nothingToFill = { message: { title: '', body: '' }, expiresAt: null, documents: [], participation: 'signer', places: 0, hasSigned: false, orgId: null } as const satisfies Partial<Shown>;

async function subjectOfInvite(db: Db | Tx, id: string, reader: User): Promise<LinkSubject> {
  const invite = await findInvite(db, id);
  const inviter = invite?.user_id === reader.id && invite.invited_by !== null ? await findUserById(db, invite.invited_by) : undefined;
  if (!invite || !inviter) return over('unknown');
  return { state: 'open', shown: { ...nothingToFill, kind: 'invite', title: invite.name, sender: senderOf(inviter), expiresAt: invite.expires_at.toISOString() } };
}

async function subjectOfSharing(db: Db | Tx, kind: ResourceKind, id: string): Promise<LinkSubject> {
  const resource = await findShared(db, kind, id);
  const owner = resource && (await findUserById(db, resource.ownerId));
  if (!resource || !owner) return over('unknown');
  return { state: 'open', shown: { ...nothingToFill, kind: 'shared', title: resource.title, sender: senderOf(owner) } };
}

async function findShared(db: Db | Tx, kind: ResourceKind, id: string): Promise<{ title: string; ownerId: string } | null> {
  if (kind === 'transaction') {
    const row = await findTransactionRow(db, id);
    return row ? { title: row.name, ownerId: row.owner_id } : null;
  }
  const row = kind === 'file' ? await findFile(db, id) : await findTemplate(db, id);
  return row ? { title: 'title' in row ? row.title : row.name, ownerId: row.owner_id } : null;
}
