/**
 * Gathers the facts of an audit from the history and the file versions. Throws `unverified_audit` if the hash chain of a history
 * is broken.
 */
import type { Insight } from '#contract/entities/insight.ts';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { isSigner } from '#contract/entities/recipient.ts';
import type { AuditFacts, AuditReader, AuditSigner, AuditStep } from '#server/adapters/reports/audit-facts.ts';
import type { SignIn } from '#server/identity/sessions.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFiles, findVersions, type FileRow, type FileVersion } from '#server/repositories/files.repository.ts';
import { findChainedLines, findInsights, isChainIntact, type InsightRow } from '#server/repositories/insights.repository.ts';
import type { RecipientRow } from '#server/repositories/people.repository.ts';
import type { User } from '#server/repositories/users.repository.ts';
import { hostNameOf } from '#server/services/signing/in-person.ts';
import { toInsight } from './insights.service.ts';
import { findUsersById } from '../sharing/participants.ts';
import type { SigningEvidence } from '#server/services/signing/signing-evidence.ts';
import { displayName, type TransactionState } from '#server/services/transactions/transaction-state.ts';

export async function gatherFacts(db: Db, state: TransactionState, installation: string, locale: string): Promise<AuditFacts> {
  const resources = [state.row.id, ...state.fileIds];
  const lines = (await Promise.all(resources.map((id) => findInsights(db, id)))).flat();
  const intact = await Promise.all(resources.map((id) => isChainIntact(db, id)));
  if (intact.includes(false)) throw new AppError('unverified_audit');
  const history = lines.toSorted((a, b) => Number(BigInt(a.number ?? 0) - BigInt(b.number ?? 0)));
  return {
    locale,
    installation,
    madeAt: new Date(),
    transaction: summaryOf(state, history),
    signers: state.recipients.filter(isSigner).map((each) => signerOf(state, each, history)),
    readers: state.recipients.flatMap((each) => readersOf(each, history)),
    documents: await documentsOf(db, state),
    steps: history.map(stepOf),
    records: await findChainedLines(db, resources),
    head: history.findLast((line) => line.resource_id === state.row.id)?.hash ?? '',
  };
}

const called = (person: Parameters<typeof displayName>[0]): string => {
  const name = displayName(person);
  return person.email && name !== person.email ? `${name} <${person.email}>` : name;
};

function summaryOf({ row, owner }: TransactionState, history: readonly InsightRow[]): AuditFacts['transaction'] {
  const endings = ['transaction_completed', 'transaction_declined_by_recipient', 'transaction_canceled', 'transaction_expired'];
  const end = history.findLast((line) => line.resource_id === row.id && endings.includes(line.action));
  return {
    id: row.id, name: row.name, status: row.status, sender: called(owner), created: row.created_at, started: row.started_at,
    ended: row.completed_at ?? end?.created_at ?? null, reason: row.rejection_reason,
  };
}

/** The history keeps the spelling of the day. */
const isSamePhone = (a: string | null, b: string | null): boolean => (a && canonicalPhone(a)) === (b && canonicalPhone(b));

function signerOf(state: TransactionState, recipient: RecipientRow, history: readonly InsightRow[]): AuditSigner {
  const signing = state.signings.findLast((each) => each.recipient_id === recipient.id);
  // An in-person signer acts through the account of the host.
  const account = signing?.user_id ?? recipient.user_id;
  const acts = history.map(toInsight).filter((each) => each.actor.id !== null && each.actor.id === account);
  const signed = acts.findLast((each) => each.action === 'file_signed' && each.attributes.user?.email === recipient.email && isSamePhone(each.attributes.user.phone, recipient.phone) && each.attributes.user.firstName === recipient.first_name);
  const evidence = evidenceOf(history.find((line) => line.id === signed?.id));
  return {
    name: displayName(recipient),
    contact: recipient.email ?? recipient.phone ?? '',
    invited: recipient.invited_at,
    viewed: timeOf(acts.find((each) => each.action === 'transaction_viewed')),
    signed: recipient.completed_at,
    from: signed ? fromOf(signed) : null,
    signIn: evidence?.signIn ? signInOf(evidence.signIn) : null,
    byApplication: evidence?.application ?? false,
    inPerson: recipient.in_person && signing ? { host: signed ? called(personOfLine(signed)) : hostNameOf(state, recipient), code: codeOf(evidence) } : null,
    certificate: certificateOf(signing?.signature.serialNumber ?? null, evidence),
    level: (signing?.signature as { level?: string } | undefined)?.level ?? null,
  };
}

function readersOf(recipient: RecipientRow, history: readonly InsightRow[]): AuditReader[] {
  const { participation } = recipient;
  if (participation === 'signer') return [];
  const acts = history.map(toInsight).filter((each) => each.actor.id !== null && each.actor.id === recipient.user_id);
  const done = acts.find(({ action }) => action === (participation === 'approver' ? 'transaction_approved_by_recipient' : 'transaction_viewed_by_recipient'));
  const evidence = evidenceOf(history.find((line) => line.id === done?.id));
  return [{
    participation,
    name: displayName(recipient),
    contact: recipient.email ?? recipient.phone ?? '',
    invited: recipient.invited_at,
    viewed: timeOf(acts.find(({ action }) => action === 'transaction_viewed')),
    done: recipient.completed_at,
    from: done ? fromOf(done) : null,
    signIn: evidence?.signIn ? signInOf(evidence.signIn) : null,
    byApplication: evidence?.application ?? false,
    documents: evidence?.documents ?? [],
  }];
}

/** Older evidence does not say whether there was a second step. */
const signInOf = ({ how, at, secondStep = false }: Pick<SignIn, 'how' | 'at'> & Partial<SignIn>): AuditSigner['signIn'] => ({ how, at: dateOf(at), secondStep });

const dateOf = (time: string | null): Date | null => (time === null ? null : new Date(time));

/** The evidence written into the hash chain when the signature was accepted. Older entries have none. */
const evidenceOf = (line: InsightRow | undefined): SigningEvidence | null => (line?.attributes as { evidence?: SigningEvidence } | undefined)?.evidence ?? null;

const codeOf = (evidence: SigningEvidence | null): { address: string; at: Date } | null => {
  const code = evidence?.inPerson?.code;
  return code ? { address: code.address, at: new Date(code.at) } : null;
};

const personOfLine = ({ actor }: Insight) => ({ first_name: actor.firstName, last_name: actor.lastName, email: actor.email, phone: actor.phone });

/** States only what was recorded. For example, the issuer of an older certificate is unknown. */
function certificateOf(serial: string | null, evidence: SigningEvidence | null): AuditSigner['certificate'] {
  if (serial === null) return null;
  const { holder, address, issuer, issuedHere, keyOfServer } = evidence?.certificate ?? { holder: null, address: null, issuer: null, issuedHere: false, keyOfServer: false };
  const named = [holder, address && address !== holder ? `<${address}>` : null].filter(Boolean).join(' ');
  return { serial, holder: named || '–', issuer: issuedHere ? null : (issuer ?? '–'), keyOfServer };
}

const timeOf = (line: Insight | undefined): Date | null => (line ? new Date(line.createdAt) : null);
const fromOf = ({ actor }: Insight): string | null => [actor.ip, actor.latlng, actor.userAgent].filter(Boolean).join(' · ') || null;

async function documentsOf(db: Db, state: TransactionState): Promise<AuditFacts['documents']> {
  const [files, versions] = await Promise.all([findFiles(db, state.fileIds), findVersions(db, state.fileIds)]);
  const people = await findUsersById(db, [...new Set(versions.map((each) => each.created_by))]);
  return state.fileIds.flatMap((id) => files.filter((file) => file.id === id)).map((file) => toDocument(file, versions, people));
}

const toDocument = (file: FileRow, versions: readonly FileVersion[], people: ReadonlyMap<string, User>): AuditFacts['documents'][number] => ({
  id: file.id,
  title: file.title,
  versions: versions.filter((each) => each.file_id === file.id).map((each) => {
    const by = people.get(each.created_by);
    return { version: each.version, kind: each.kind, by: by ? called(by) : each.created_by, at: each.created_at, size: Number(each.size), hash: each.hash };
  }),
});

function stepOf(row: InsightRow): AuditStep {
  const line = toInsight(row);
  const { actor, attributes } = line;
  const who = displayName({ first_name: actor.firstName, last_name: actor.lastName, email: actor.email, phone: actor.phone });
  const people = [attributes.user, attributes.newOwner, ...attributes.users].flatMap((each) => (each ? [each.email ?? each.phone ?? ''] : []));
  const detail = [line.resourceType === 'document' || attributes.hash ? attributes.title : null, attributes.hash, people.join(', '), attributes.deadline, attributes.reason].filter(Boolean).join(' · ');
  return { at: row.created_at, action: line.action, who: actor.id ? who : null, from: fromOf(line), detail: detail || null, hash: row.hash ?? '' };
}
