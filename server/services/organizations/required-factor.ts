/** Changes whether an organization requires a second factor of its members, and notifies members without one. */
import { joinName } from '#contract/person-names.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { findPeopleWithFactor, hasProvenFactor, connectionsWithSecondFactor } from '#server/identity/second-factor-enforcement.ts';
import { findMembers, updateOrganization, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { loadOrganization } from './organization-access.ts';
import { sendNotice } from '#server/services/notifications/send-notice.ts';
import { displayName } from '#server/services/transactions/transaction-state.ts';

type RequirementConfig = Pick<Config, 'appUrl' | 'locales' | 'connections'>;

/**
 * The organization must be locked. To switch it on, the caller must have proven a second factor, so that they do not lock
 * themselves out.
 */
export async function changeRequirement(tx: Tx, caller: Caller, row: OrganizationRow, required: boolean, config: RequirementConfig): Promise<void> {
  await loadOrganization(tx, row.id, caller, 'changeSecurity');
  if (required && !(await hasProvenFactor(tx, caller.bearer ?? null))) throw new AppError('second_factor_required');
  await updateOrganization(tx, row.id, { require_second_factor: required });
  if (required) await notifyMembers(tx, caller, row, config);
}

async function notifyMembers(tx: Tx, caller: Caller, row: OrganizationRow, config: RequirementConfig): Promise<void> {
  const members = (await findMembers(tx, [row.id])).filter((each) => each.status === 'active' && each.user_id !== caller.userId);
  const having = await findPeopleWithFactor(tx, members.map((each) => each.user_id), connectionsWithSecondFactor(config));
  const link = new URL(fillPath(routes.organization, { id: row.id }), config.appUrl).href;
  const actorName = displayName({ first_name: caller.firstName, last_name: caller.lastName, email: caller.email });
  for (const { email, phone, first_name: first, last_name: last, user_id: userId } of members) {
    const to = email !== null ? { email } : phone !== null ? { email: null, phone } : null;
    if (to === null || having.has(userId)) continue;
    await sendNotice(tx, {
      template: 'second_factor_required', to: { ...to, name: joinName(first, last) || null }, locales: config.locales,
      data: { organizationName: row.name, actorName, link },
    });
  }
}
