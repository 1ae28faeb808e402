/** Publishes events when the delivery status of a message changes. */
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { mayInOrganization } from '#contract/permissions/organization.permissions.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { findAbout } from '#server/repositories/outbox.repository.ts';
import { findMembers, findOrganization } from '#server/repositories/organizations.repository.ts';
import { parseInvitationKey } from '#server/services/organizations/invitation-key.ts';
import { organizationViewOf } from '#server/services/organizations/organization-access.ts';
import { parseShareKey } from '#server/services/sharing/share-key.ts';

export async function publishDeliveryEvents(tx: Tx, noticeId: string): Promise<void> {
  await publishToSender(tx, noticeId);
  const about = await findAbout(tx, noticeId);
  if (about === null) return;
  await publishToOwner(tx, about);
  await publishToInviters(tx, about);
}

/** The message asked a recipient to sign. */
async function publishToSender(tx: Tx, noticeId: string): Promise<void> {
  const transaction = await tx
    .selectFrom('recipients')
    .innerJoin('transactions', 'transactions.id', 'recipients.transaction_id')
    .select(['transactions.id', 'owner_id', 'org_id', 'shared_with', 'status'])
    .where('notice_id', '=', noticeId)
    .executeTakeFirst();
  if (transaction === undefined) return;
  const { id, owner_id: ownerId, org_id: orgId, shared_with: sharedWith, status } = transaction;
  await publishEvent(tx, { type: 'transaction_updated', resourceId: id, orgId, actorId: null, userIds: [ownerId, ...sharedWith], data: { status } });
}

const tables = { file: 'files', transaction: 'transactions', template: 'templates' } as const satisfies Record<ResourceKind, string>;

/** The message shared a resource. */
async function publishToOwner(tx: Tx, about: string): Promise<void> {
  const given = parseShareKey(about);
  if (given === null) return;
  const { kind, resourceId } = given;
  const resource = await tx.selectFrom(tables[kind]).select(['owner_id', 'org_id']).where('id', '=', resourceId).executeTakeFirst();
  if (resource === undefined) return;
  await publishEvent(tx, {
    type: 'resource_shared', resourceId, orgId: resource.org_id, actorId: null, userIds: [resource.owner_id], data: { kind, role: 'owner', ownerId: resource.owner_id },
  });
}

/** The message invited somebody to an organization, and the invitation is unanswered. */
async function publishToInviters(tx: Tx, about: string): Promise<void> {
  const invited = parseInvitationKey(about);
  const organization = invited && (await findOrganization(tx, invited.orgId));
  if (!organization) return;
  const members = await findMembers(tx, [organization.id]);
  if (members.find((each) => each.user_id === invited.userId)?.status !== 'invited') return;
  const inviters = members.filter((each) => mayInOrganization(organizationViewOf(organization, each), each.user_id, 'invite'));
  await publishEvent(tx, {
    type: 'invite_to_org', resourceId: organization.id, orgId: organization.id, actorId: null, userIds: inviters.map(({ user_id: userId }) => userId), data: { name: organization.name },
  });
}
