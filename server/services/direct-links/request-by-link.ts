/** Makes and starts the request of somebody who opened a direct link, in the name of the template's owner and by their quota. */
import { isRunning } from '#contract/entities/transaction.ts';
import { directLinkLimits } from '#contract/limits/links.ts';
import { countTowardsLimit } from '#server/adapters/limits/rate-counters.ts';
import { networkOf } from '#server/http/caller-network.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import { addDirectLinkUse, findUsesOf, lockDirectLink, type DirectLinkRow } from '#server/repositories/direct-links.repository.ts';
import { holderOf } from '#server/repositories/storage-use.repository.ts';
import { lockTemplate } from '#server/repositories/templates.repository.ts';
import { findUserById, updateUser } from '#server/repositories/users.repository.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { drawBlueprint, substituteRecipient } from '#server/services/bulks/blueprint.ts';
import { prepareFiles, writePrepared, type PreparedRequest, type PreparingDependencies } from '#server/services/bulks/prepared-requests.ts';
import { settleBlueprint } from '#server/services/bulks/settled-blueprint.ts';
import type { Caller } from '#server/services/caller.ts';
import { assertMayCreate } from '#server/services/organizations/organization-access.ts';
import type { CapabilityConfig } from '#server/services/transactions/capabilities.ts';
import { begin } from '#server/services/transactions/sending.service.ts';
import { mailDirectLinkUse, type NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { lockTransactionForJob } from '#server/services/transactions/transaction-state.ts';
import { closedByItself, directLinkClosed, needsApproval, type LinkOfOwner } from './direct-link-state.ts';

export interface BeginningDependencies extends PreparingDependencies {
  db: Db;
  entitlements: Entitlements;
  config: NotifyConfig & CapabilityConfig;
}

export interface Visitor {
  caller: Caller;
  /** Proven; exactly one of the two. */
  email: string | null;
  phone: string | null;
  firstName: string;
  lastName: string | null;
}

/** The request that a person has begun by the link and not signed, if any. */
export async function runningUseOf(db: Db | Tx, { template_id: templateId }: Pick<DirectLinkRow, 'template_id'>, userId: string): Promise<string | null> {
  const isOpen = ({ status, completed_at: signed, expires_at: end }: Use): boolean => isRunning(status) && signed === null && (end === null || end > new Date());
  return (await findUsesOf(db, templateId, userId)).find(isOpen)?.id ?? null;
}

type Use = Awaited<ReturnType<typeof findUsesOf>>[number];

/** A request that was canceled or that expired leaves the person free to begin another. */
async function assertFree(db: Db | Tx, link: DirectLinkRow, userId: string): Promise<void> {
  const counts = ({ status, completed_at: signed }: Use): boolean => signed !== null || status === 'declined';
  if (link.once_per_person && (await findUsesOf(db, link.template_id, userId)).some(counts)) throw new AppError('direct_link_used');
}

export async function beginRequest(dependencies: BeginningDependencies, found: LinkOfOwner, visitor: Visitor): Promise<string> {
  const { db } = dependencies;
  await assertFree(db, found.link, visitor.caller.userId);
  await countTowardsLimit(db, `direct_links/network/${networkOf(visitor.caller.ip)}`, directLinkLimits.ofNetwork);
  await countTowardsLimit(db, `direct_links/person/${visitor.caller.userId}`, directLinkLimits.ofPerson);
  const prepared = await prepare(dependencies, found, visitor).catch(rethrowForVisitor);
  return db.transaction().execute((tx) => commit(tx, dependencies, found, { visitor, prepared })).catch(rethrowForVisitor);
}

async function prepare(dependencies: BeginningDependencies, { template, owner }: LinkOfOwner, { email, phone, firstName, lastName, caller }: Visitor): Promise<PreparedRequest> {
  for (const right of ['createTransactions', 'createFiles'] as const) assertMayCreate(owner, right);
  const drawn = await drawBlueprint(dependencies.db, owner, { sourceType: 'template', sourceId: template.row.id });
  const blueprint = await settleBlueprint(dependencies, owner, drawn);
  const assignment = substituteRecipient(blueprint, { email, phone, firstName, lastName, locale: caller.locale });
  const [files = []] = await prepareFiles(dependencies, { userId: owner.userId, holder: holderOf(quotaSpaceOf(owner)) }, blueprint, [assignment]);
  return { blueprint, assignment, files };
}

interface Begun {
  visitor: Visitor;
  prepared: PreparedRequest;
}

/** Takes the locks of the owner's changes in the same order: the template, then its link. */
async function commit(tx: Tx, dependencies: BeginningDependencies, { template, owner, link: seen }: LinkOfOwner, { visitor, prepared }: Begun): Promise<string> {
  const { userId } = visitor.caller;
  const row = await lockTemplate(tx, template.row.id);
  const link = row && (await lockDirectLink(tx, row.id));
  if (!row || !link?.token_hash.equals(seen.token_hash)) throw new AppError('invalid_link');
  const running = await runningUseOf(tx, link, userId);
  if (running !== null) return running;
  await assertFree(tx, link, userId);
  const closed = row.archived ? 'off' : closedByItself(link);
  if (closed !== null) throw directLinkClosed(closed);
  if (await needsApproval(tx, template, owner)) throw directLinkClosed('approval');
  if (row.version !== template.row.version || row.owner_id !== owner.userId) throw new AppError('conflict');
  await dependencies.entitlements.consume(tx, quotaSpaceOf(owner), 'transactions');
  return write(tx, dependencies.config, owner, { visitor, prepared });
}

async function write(tx: Tx, config: NotifyConfig, owner: Caller, { visitor, prepared }: Begun): Promise<string> {
  const { blueprint: { name, templateId, placeholder }, assignment } = prepared;
  const id = await writePrepared(tx, owner, prepared, { name, origin: { template_id: templateId } });
  const recipientId = assignment.recipients[placeholder]?.id ?? '';
  await addDirectLinkUse(tx, { template_id: templateId ?? '', transaction_id: id, recipient_id: recipientId });
  await recordInsight(tx, visitor.caller, { resourceId: id, resourceType: 'transaction', action: 'direct_link_used', attributes: { title: name } });
  await nameIfNameless(tx, visitor);
  const state = await lockTransactionForJob(tx, id);
  const recipient = state?.recipients.find((each) => each.id === recipientId);
  if (!state || !recipient) throw new AppError('not_found');
  await begin(tx, config, visitor.caller, state);
  await mailDirectLinkUse(tx, config, state, recipient);
  return id;
}

/** An account that began with the link gets the name, so that it isn't asked for again. */
async function nameIfNameless(tx: Tx, { caller: { userId }, firstName, lastName }: Visitor): Promise<void> {
  const user = await findUserById(tx, userId);
  if (user && user.first_name === null && user.last_name === null) await updateUser(tx, userId, { first_name: firstName, last_name: lastName });
}

/** What the visitor can act on. */
const ofVisitor: readonly string[] = ['match_recipient', 'names_validation', 'direct_link_closed', 'direct_link_used', 'invalid_link', 'conflict', 'service_unavailable'];

/** The reasons of all other refusals are the owner's: what is used up, what a plan lacks, what the documents are. */
function rethrowForVisitor(error: unknown): never {
  if (!(error instanceof AppError) || ofVisitor.includes(error.code)) throw error;
  throw directLinkClosed(error.code === 'limit_exceeded' || error.code === 'storage_exceeded' ? 'quota' : 'unfit');
}
