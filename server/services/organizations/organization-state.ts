/** Organizations with their members, teams and entitlements, as the API represents them. */
import type { Member, Organization, Team } from '#contract/entities/organization.ts';
import type { Delivery } from '#contract/entities/delivery.ts';
import { mayInOrganization, type OrganizationAction } from '#contract/permissions/organization.permissions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { findPeopleWithFactor, hasOwnFactor, connectionsWithSecondFactor } from '#server/identity/second-factor-enforcement.ts';
import { findDeliveriesAbout } from '#server/repositories/outbox.repository.ts';
import { countResources, findMembers, type MemberPerson, type OrganizationRow } from '#server/repositories/organizations.repository.ts';
import { findTeamMembers, findTeams, type TeamRow } from '#server/repositories/teams.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import type { Entitlements } from '#server/services/billing/entitlements.ts';
import { brandingOf } from './branding.ts';
import { invitationKey } from './invitation-key.ts';
import { isClosedTo, organizationViewOf, settingsOf } from './organization-access.ts';
import { sendApprovalSettingsOf } from '#server/services/transactions/send-approval-state.ts';
import { avatarUrl, pictureUrl, type UploadsService } from '#server/services/storage/uploads.service.ts';

export interface OrganizationParts {
  db: Db;
  uploads: UploadsService;
  entitlements: Entitlements;
  config: Pick<Config, 'connections'>;
}

type Viewer = Pick<Caller, 'userId' | 'closedOrgIds'>;

/** Keeps the order of `rows` and uses a fixed number of queries. Only the owner sees the subscription. */
export async function toOrganizations(parts: OrganizationParts, rows: readonly OrganizationRow[], viewer: Viewer): Promise<Organization[]> {
  const open = await toOpenOrganizations(parts, rows.filter(({ id }) => !isClosedTo(viewer, id)), viewer);
  const closed = await toClosedOrganizations(parts, rows.filter(({ id }) => isClosedTo(viewer, id)), viewer);
  return rows.flatMap(({ id }) => [...open, ...closed].find((each) => each.id === id) ?? []);
}

async function toOpenOrganizations({ db, uploads, entitlements, config }: OrganizationParts, rows: readonly OrganizationRow[], { userId: viewerId }: Viewer): Promise<Organization[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [people, teams, resources, entitled] = await Promise.all([
    findMembers(db, ids), findTeams(db, ids), countResources(db, ids), entitlements.ofOrganizations(db, ids, viewerId),
  ]);
  const [shownTeams, deliveries, factors] = await Promise.all([
    toTeams(db, uploads, teams, people), invitationsOf(db, rows, people, viewerId), factorsOf(db, config, rows, people, viewerId),
  ]);
  return rows.map((row): Organization => ({
    ...commonOf(uploads, row),
    members: people.filter((each) => each.org_id === row.id).map((each) => ({
      ...toMember(uploads, each, deliveries.get(aboutMember(each)) ?? null), hasSecondFactor: factors.get(aboutMember(each)) ?? null,
    })),
    missingFactor: null,
    attributes: {
      billingUsed: row.attributes.billingUsed ?? false,
      trialStatus: row.attributes.trialStatus ?? null,
      promoCodesUsed: row.attributes.promoCodesUsed ?? [],
    },
    resources: resources.get(row.id) ?? { file: 0, transaction: 0, bulk: 0, member: 0, template: 0, paidTemplate: 0 },
    subscription: row.owner_id === viewerId ? entitled(row.id).subscription : null,
    featureFlags: entitled(row.id).flags,
    teams: shownTeams.filter((each) => each.orgId === row.id),
  }));
}

const commonOf = (uploads: UploadsService, row: OrganizationRow) => ({
  id: row.id,
  name: row.name,
  ownerId: row.owner_id,
  logo: pictureUrl(uploads, row.logo, 'logo.png'),
  inviteId: null,
  globalSettings: settingsOf(row),
  branding: brandingOf(row),
  sendApproval: sendApprovalSettingsOf(row.send_approval),
  requireSecondFactor: row.require_second_factor,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** What a member without the required second factor sees: the organization, their own membership and what they lack. */
async function toClosedOrganizations({ db, uploads, entitlements }: OrganizationParts, rows: readonly OrganizationRow[], { userId }: Viewer): Promise<Organization[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const [people, entitled, hasFactor] = [await findMembers(db, ids), await entitlements.ofOrganizations(db, ids, userId), await hasOwnFactor(db, userId)];
  return rows.map((row): Organization => ({
    ...commonOf(uploads, row),
    members: people.filter((each) => each.org_id === row.id && each.user_id === userId).map((each) => ({ ...toMember(uploads, each), hasSecondFactor: hasFactor })),
    missingFactor: hasFactor ? 'signIn' : 'setUp',
    attributes: { billingUsed: false, trialStatus: null, promoCodesUsed: [] },
    resources: noResources,
    subscription: null,
    featureFlags: entitled(row.id).flags,
    teams: [],
  }));
}

const noResources: Organization['resources'] = { file: 0, transaction: 0, bulk: 0, member: 0, template: 0, paidTemplate: 0 };

/** Which members have a second factor; only for viewers who may change the security settings. */
async function factorsOf(db: Db, config: Pick<Config, 'connections'>, rows: readonly OrganizationRow[], people: readonly MemberPerson[], viewerId: string): Promise<Map<string, boolean>> {
  const known = ofThoseWhere(rows, people, viewerId, 'changeSecurity').filter((each) => each.status === 'active');
  const having = await findPeopleWithFactor(db, known.map((each) => each.user_id), connectionsWithSecondFactor(config));
  return new Map(known.map((each) => [aboutMember(each), having.has(each.user_id)]));
}

/** The members of the organizations in which the viewer may perform `action`. */
const ofThoseWhere = (rows: readonly OrganizationRow[], people: readonly MemberPerson[], viewerId: string, action: OrganizationAction): MemberPerson[] =>
  rows
    .filter((row) => mayInOrganization(organizationViewOf(row, people.find((each) => each.org_id === row.id && each.user_id === viewerId)), viewerId, action))
    .flatMap(({ id }) => people.filter((each) => each.org_id === id));

const aboutMember = ({ org_id: orgId, user_id: userId }: MemberPerson): string => invitationKey({ orgId, userId });

/** Delivery status of unanswered invitations; only for viewers who may invite. */
async function invitationsOf(db: Db, rows: readonly OrganizationRow[], people: readonly MemberPerson[], viewerId: string): Promise<Map<string, Delivery | null>> {
  const invited = ofThoseWhere(rows, people, viewerId, 'invite').filter((each) => each.status === 'invited');
  return invited.length === 0 ? new Map() : findDeliveriesAbout(db, invited.map(aboutMember));
}

export async function toTeams(db: Db, uploads: UploadsService, rows: readonly TeamRow[], people: readonly MemberPerson[]): Promise<Team[]> {
  const places = await findTeamMembers(db, rows.map((row) => row.id));
  return rows.map((row) => ({
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    description: row.description,
    members: people
      .filter((each) => each.org_id === row.org_id && places.some((place) => place.team_id === row.id && place.user_id === each.user_id))
      .map((each) => toMember(uploads, each)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }));
}

/** Before acceptance, only the invited address is shown. */
const unknownPerson = { phone: null, firstName: null, lastName: null, avatar: null };

const toMember = (uploads: UploadsService, row: MemberPerson, delivery: Delivery | null = null): Omit<Member, 'hasSecondFactor'> => ({
  id: row.user_id,
  email: row.email,
  ...(row.status === 'invited' ? unknownPerson : {
    phone: row.phone, firstName: row.first_name, lastName: row.last_name, avatar: avatarUrl(uploads, row.avatar),
  }),
  role: row.role,
  status: row.status,
  removed: false,
  delivery,
  permissions: row.permissions,
});
