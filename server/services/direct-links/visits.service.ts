/**
 * What people who open a direct link do. They prove their address by signing in, with all its limits and checks, before a request is
 * made; nothing is sent to an address that was only typed (docs/decisions/0072-direct-links.md).
 */
import type { InputOf } from '#contract/calls/calls.ts';
import type { OpenedDirectLink } from '#contract/entities/direct-link.ts';
import { fillableBy } from '#contract/entities/field-list.ts';
import { hasWayToSign, signerRole } from '#contract/entities/recipient.ts';
import { hashOfToken } from '#server/adapters/storage/signed-urls.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { findFields, findFiles } from '#server/repositories/files.repository.ts';
import { findDirectLinkByToken } from '#server/repositories/direct-links.repository.ts';
import { viewerOf, type Caller } from '#server/services/caller.ts';
import { displayName } from '#server/services/transactions/transaction-state.ts';
import type { TemplateState } from '#server/services/templates/template-state.ts';
import { closedReasonOf, directLinkClosed, ownerOfLink, type LinkOfOwner } from './direct-link-state.ts';
import { beginRequest, runningUseOf, type BeginningDependencies, type Visitor } from './request-by-link.ts';

export type DirectLinkVisits = ReturnType<typeof createDirectLinkVisits>;

type Use = InputOf<'directLinks.use'>['body'];

export function createDirectLinkVisits(dependencies: BeginningDependencies) {
  const { db, entitlements } = dependencies;

  async function read(token: string): Promise<OpenedDirectLink> {
    const found = await find(db, token);
    if (found === null) return { state: 'closed', reason: 'unknown' };
    const reason = await closedReasonOf(db, entitlements, found);
    return reason === null ? opened(db, found.template) : { state: 'closed', reason };
  }

  async function use(caller: Caller, { token, firstName, lastName }: Use): Promise<{ transactionId: string }> {
    const found = await find(db, token);
    if (found === null) throw new AppError('invalid_link');
    const visitor = { caller, firstName, lastName: lastName || null, ...addressOf(caller) };
    const running = await runningUseOf(db, found.link, caller.userId);
    return { transactionId: running ?? (await beginNew(found, visitor)) };
  }

  async function beginNew(found: LinkOfOwner, visitor: Visitor): Promise<string> {
    const reason = await closedReasonOf(db, entitlements, found);
    if (reason !== null) throw directLinkClosed(reason);
    return beginRequest(dependencies, found, visitor);
  }

  return { read, use };
}

async function find(db: Db, token: string): Promise<LinkOfOwner | null> {
  const link = await findDirectLinkByToken(db, hashOfToken(token));
  return link ? ownerOfLink(db, link) : null;
}

/** The address that the caller has proven. */
function addressOf(caller: Caller): Pick<Visitor, 'email' | 'phone'> {
  const { email, phone } = viewerOf(caller);
  if (!email && !phone) throw new AppError('fields_empty');
  return { email: email ?? null, phone: email ? null : (phone ?? null) };
}

async function opened(db: Db, { row, message, owner, fileIds }: TemplateState): Promise<OpenedDirectLink> {
  const files = await findFiles(db, fileIds);
  return {
    state: 'open', title: row.name, message: { title: message.title, body: message.body }, sender: displayName(owner),
    documents: fileIds.flatMap((id) => files.find((file) => file.id === id)?.title ?? []),
    places: await placesOf(db, row.recipients, fileIds),
  };
}

/** The fields of the open role, and those of nobody in particular. A group of radio buttons is one. */
async function placesOf(db: Db, recipients: TemplateState['row']['recipients'], fileIds: readonly string[]): Promise<number> {
  const role = recipients.find((each) => !hasWayToSign(each))?.role ?? signerRole;
  const fields = (await Promise.all(fileIds.map((id) => findFields(db, id)))).flatMap((each) => each);
  const own = fields.filter((field) => fillableBy(field, { email: null, phone: null, role }));
  return new Set(own.map((field) => (field.type === 'radio' && field.group ? `group ${field.group}` : field.id))).size;
}
