/** Permissions in organizations and teams. */
import type { CreationRights, MemberRole } from '#contract/entities/organization.ts';
import { actorMayIn, allow, always, type PermissionTable, type Rule } from '#contract/permissions/table.ts';

export const organizationActors = ['owner', 'admin', 'participant', 'invited', 'stranger'] as const;
export type OrganizationActor = (typeof organizationActors)[number];

export const organizationActions = [
  'read', 'update', 'delete', 'leave', 'invite', 'removeMember', 'makeAdmin', 'cancelAdmin', 'readTeams', 'manageTeams',
  'changeSecurity', 'bill', 'ownResources', 'readActivity', 'createFiles', 'createTransactions', 'createTemplates', 'createBulks',
] as const;
export type OrganizationAction = (typeof organizationActions)[number];

/** What a member may do without the required second factor: leaving is always possible. */
export const withoutSecondFactor: readonly OrganizationAction[] = ['leave'];

/** An organization from the view of one person. */
export interface OrganizationView {
  ownerId: string;
  globalSettings: CreationRights;
  /** The person's membership; null for a non-member. */
  membership: { role: MemberRole; status: 'active' | 'invited'; permissions: CreationRights | null } | null;
}

const granted = (...rights: readonly (keyof CreationRights)[]): Rule<OrganizationView> => ({ globalSettings, membership }) => {
  const own = membership?.permissions ?? globalSettings;
  return rights.every((right) => own[right]);
};

const everyCreation = allow('createFiles', 'createTransactions', 'createTemplates', 'createBulks');

const table: PermissionTable<OrganizationActor, OrganizationAction, OrganizationView> = {
  owner: {
    ...everyCreation,
    ...allow('read', 'update', 'delete', 'invite', 'removeMember', 'makeAdmin', 'cancelAdmin', 'readTeams', 'manageTeams', 'changeSecurity', 'bill', 'ownResources', 'readActivity'),
  },
  admin: {
    ...everyCreation,
    ...allow('read', 'update', 'leave', 'invite', 'removeMember', 'makeAdmin', 'cancelAdmin', 'readTeams', 'manageTeams', 'changeSecurity', 'ownResources', 'readActivity'),
  },
  participant: {
    ...allow('read', 'leave', 'readTeams'),
    createFiles: granted('createFiles'),
    createTransactions: granted('createTransactions', 'createFiles'),
    createTemplates: granted('createTemplates', 'createFiles'),
    createBulks: granted('createBulks'),
  },
  invited: {},
  stranger: {},
};

function organizationActorOf(view: OrganizationView, viewerId: string): OrganizationActor {
  if (view.ownerId === viewerId) return 'owner';
  if (view.membership === null) return 'stranger';
  return view.membership.status === 'invited' ? 'invited' : view.membership.role;
}

export const organizationActorMay = (actor: OrganizationActor, action: OrganizationAction, view: OrganizationView): boolean =>
  actorMayIn(table, actor, action, view);

export const mayInOrganization = (view: OrganizationView, viewerId: string, action: OrganizationAction): boolean =>
  organizationActorMay(organizationActorOf(view, viewerId), action, view);

/** Teams. `manager`: the organization's owner and admins, whether or not they are in the team. */
export const teamActors = ['manager', 'member', 'participant', 'stranger'] as const;
export type TeamActor = (typeof teamActors)[number];
export const teamActions = ['read', 'update', 'delete', 'removeMember', 'leave'] as const;
export type TeamAction = (typeof teamActions)[number];

/** `inTeam`: the person is a member of the team. */
interface TeamView {
  organization: OrganizationView;
  inTeam: boolean;
}

const teamTable: PermissionTable<TeamActor, TeamAction, TeamView> = {
  manager: { ...allow('read', 'update', 'delete', 'removeMember'), leave: ({ inTeam }) => inTeam },
  member: allow('read', 'leave'),
  participant: { read: always },
  stranger: {},
};

function teamActorOf({ organization, inTeam }: TeamView, viewerId: string): TeamActor {
  if (mayInOrganization(organization, viewerId, 'manageTeams')) return 'manager';
  if (!mayInOrganization(organization, viewerId, 'readTeams')) return 'stranger';
  return inTeam ? 'member' : 'participant';
}

export const teamActorMay = (actor: TeamActor, action: TeamAction, view: TeamView): boolean => actorMayIn(teamTable, actor, action, view);

export const mayWithTeam = (view: TeamView, viewerId: string, action: TeamAction): boolean =>
  teamActorMay(teamActorOf(view, viewerId), action, view);
