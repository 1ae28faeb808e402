import type { organizationsCalls } from '#contract/calls/organizations.calls.ts';
import type { ActivityService } from '#server/services/organizations/activity.service.ts';
import type { InvitesService } from '#server/services/organizations/invites.service.ts';
import type { OrganizationsService } from '#server/services/organizations/organizations.service.ts';
import type { TeamsService } from '#server/services/organizations/teams.service.ts';
import type { Handlers } from './handler.ts';

export interface OrganizationsServices {
  organizations: OrganizationsService;
  teams: TeamsService;
  invites: InvitesService;
  activity: ActivityService;
}

export const organizationsRoutes = ({ organizations, teams, invites, activity }: OrganizationsServices): Handlers<keyof typeof organizationsCalls> => ({
  'organizations.create': ({ caller, body }) => organizations.create(caller, body),
  'organizations.list': ({ caller }) => organizations.list(caller),
  'organizations.get': ({ caller, params }) => organizations.get(caller, params.id),
  'organizations.update': ({ caller, params, body }) => organizations.update(caller, params.id, body),
  'organizations.delete': ({ caller, params }) => organizations.remove(caller, params.id),
  'organizations.leave': ({ caller, params }) => organizations.leave(caller, params.id),
  'organizations.invite': ({ caller, params, body }) => organizations.invite(caller, params.id, body),
  'organizations.deleteMember': ({ caller, params, body }) => organizations.removeMember(caller, params.id, body.memberId),
  'organizations.makeAdmin': ({ caller, params, body }) => organizations.makeAdmin(caller, params.id, body.memberId),
  'organizations.cancelAdmin': ({ caller, params, body }) => organizations.cancelAdmin(caller, params.id, body.memberId),
  'organizations.activity': ({ caller, params, query }) => activity.list(caller, params.id, query ?? {}),
  'teams.list': ({ caller, params }) => teams.list(caller, params.orgId),
  'teams.create': ({ caller, params, body }) => teams.create(caller, params.orgId, body),
  'teams.get': ({ caller, params }) => teams.get(caller, params),
  'teams.update': ({ caller, params, body }) => teams.update(caller, params, body),
  'teams.delete': ({ caller, params }) => teams.remove(caller, params),
  'teams.deleteMember': ({ caller, params, body }) => teams.removeMember(caller, params, body.memberId),
  'teams.leave': ({ caller, params }) => teams.leave(caller, params),
  'invites.list': ({ caller }) => invites.list(caller),
  'invites.get': ({ caller, params, query }) => invites.get(caller, params.id, query.ticket),
  'invites.accept': ({ caller, params, query }) => invites.accept(caller, params.id, query.ticket),
  'invites.reject': ({ caller, params, query }) => invites.reject(caller, params.id, query.ticket),
});
