/** Whether a direct link takes anybody now: by its own limits, by its template, and by what its owner may still send. */
import { directLinkProblemOf, type ClosedReason } from '#contract/entities/direct-link.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { DirectLinkRow } from '#server/repositories/direct-links.repository.ts';
import { findTemplate } from '#server/repositories/templates.repository.ts';
import { findUserById } from '#server/repositories/users.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { quotaSpaceOf, type Entitlements } from '#server/services/billing/entitlements.ts';
import { callerFor } from '#server/services/organizations/absent-caller.ts';
import { findApproversFor } from '#server/services/transactions/send-approval-state.ts';
import { loadTemplate, type TemplateState } from '#server/services/templates/template-state.ts';

export const problemOf = ({ fileIds, row, options }: TemplateState) => directLinkProblemOf({ fileIds, recipients: row.recipients, options });

export const directLinkClosed = (reason: ClosedReason): AppError => new AppError('direct_link_closed', { reason });

/** What the link itself says. */
export function closedByItself({ enabled, expires_at: end, max_uses: most, uses }: DirectLinkRow, now = new Date()): ClosedReason | null {
  if (!enabled) return 'off';
  if (end !== null && end <= now) return 'expired';
  return most !== null && uses >= most ? 'used_up' : null;
}

/** A link of an archived template is off until the template is taken out of the archive. */
export async function closedReasonOf(db: Db | Tx, entitlements: Pick<Entitlements, 'assertLeft'>, { link, template, owner }: LinkOfOwner): Promise<ClosedReason | null> {
  const own = template.row.archived ? 'off' : closedByItself(link);
  if (own !== null) return own;
  if (problemOf(template) !== null) return 'unfit';
  if (await needsApproval(db, template, owner)) return 'approval';
  return (await hasQuota(db, entitlements, owner)) ? null : 'quota';
}

/** A direct link starts a request at once, so it can't wait for approval. */
export const needsApproval = async (db: Db | Tx, { row }: TemplateState, owner: Caller): Promise<boolean> =>
  (await findApproversFor(db, row.org_id, owner.userId, owner.userId)) !== null;

async function hasQuota(db: Db | Tx, entitlements: Pick<Entitlements, 'assertLeft'>, owner: Caller): Promise<boolean> {
  try {
    await entitlements.assertLeft(db, quotaSpaceOf(owner), 'transactions');
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limit_exceeded') return false;
    throw error;
  }
}

export interface LinkOfOwner {
  link: DirectLinkRow;
  template: TemplateState;
  /** The owner of the template, in whose name and by whose quota requests are made. */
  owner: Caller;
}

/** Null if the template is gone, or its owner has no part in its organization any more. */
export async function ownerOfLink(db: Db | Tx, link: DirectLinkRow): Promise<LinkOfOwner | null> {
  try {
    const row = await findTemplate(db, link.template_id);
    const user = row && (await findUserById(db, row.owner_id));
    if (!user) return null;
    const owner = await callerFor(db, user, { orgId: row.org_id, ip: '', userAgent: '' });
    return { link, owner, template: await loadTemplate(db, link.template_id, owner, 'use') };
  } catch (error) {
    if (error instanceof AppError && (error.code === 'permission_denied' || error.code === 'not_found')) return null;
    throw error;
  }
}
