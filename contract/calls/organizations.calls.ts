/** Organizations, their members, teams and invitations. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { activityCursor, activityEntry, activityQuery } from '#contract/entities/activity.ts';
import { objectId } from '#contract/entities/common.ts';
import {
  invite, organization, organizationCreate, organizationInvite, organizationUpdate, team, teamCreate, teamUpdate,
} from '#contract/entities/organization.ts';
import type { OrganizationAction, TeamAction } from '#contract/permissions/organization.permissions.ts';

const may = <const Action extends OrganizationAction>(action: Action) => ({ resource: 'organization', action }) as const;
const mayTeam = <const Action extends TeamAction>(action: Action) => ({ resource: 'team', action }) as const;
/** A member is identified by the account id. */
const oneMember = z.object({ memberId: objectId });
const ticketQuery = z.object({ ticket: z.string().min(1).max(200).optional() });
const team_ = '/organizations/{orgId}/teams/{teamId}';

export const organizationsCalls = {
  /** The caller becomes the owner. Idempotent for the same id. */
  'organizations.create': defineCall({
    id: 'organizations.create', method: 'POST', path: '/organizations', host: 'account', permission: 'self',
    body: organizationCreate, response: organization, errors: ['permission_denied', 'conflict', 'limit_exceeded'],
  }),
  /** The organizations the caller is a member of, newest first. */
  'organizations.list': defineCall({
    id: 'organizations.list', method: 'GET', path: '/organizations', host: 'account', permission: 'self',
    response: z.object({ organizations: z.array(organization) }),
  }),
  'organizations.get': defineCall({
    id: 'organizations.get', method: 'GET', path: '/organizations/{id}', host: 'account', permission: may('read'), response: organization,
  }),
  'organizations.update': defineCall({
    id: 'organizations.update', method: 'PUT', path: '/organizations/{id}', host: 'account', permission: may('update'),
    body: organizationUpdate, response: organization,
  }),
  /** Its resources become the owner's personal resources. */
  'organizations.delete': defineCall({
    id: 'organizations.delete', method: 'DELETE', path: '/organizations/{id}', host: 'account', permission: may('delete'), response: nothing,
    errors: ['unable_to_unsubscribe'],
  }),
  /** The caller's resources in the organization pass to its owner. */
  'organizations.leave': defineCall({
    id: 'organizations.leave', method: 'GET', path: '/organizations/{id}/leave', host: 'account', permission: may('leave'), response: nothing,
  }),
  /** Inviting somebody again renews the invitation. Existing members are unaffected. */
  'organizations.invite': defineCall({
    id: 'organizations.invite', method: 'POST', path: '/organizations/{id}/invite', host: 'account', permission: may('invite'),
    body: organizationInvite, response: organization, errors: ['limit_exceeded', 'match_user'],
  }),
  /** Also withdraws an invitation. */
  'organizations.deleteMember': defineCall({
    id: 'organizations.deleteMember', method: 'POST', path: '/organizations/{id}/delete_member', host: 'account',
    permission: may('removeMember'), body: oneMember, response: organization,
  }),
  'organizations.makeAdmin': defineCall({
    id: 'organizations.makeAdmin', method: 'POST', path: '/organizations/{id}/make_admin', host: 'account',
    permission: may('makeAdmin'), body: oneMember, response: organization,
  }),
  'organizations.cancelAdmin': defineCall({
    id: 'organizations.cancelAdmin', method: 'POST', path: '/organizations/{id}/cancel_admin', host: 'account',
    permission: may('cancelAdmin'), body: oneMember, response: organization,
  }),
  /** What was done in it, newest first. */
  'organizations.activity': defineCall({
    id: 'organizations.activity', method: 'GET', path: '/organizations/{id}/activity', host: 'account', permission: may('readActivity'), ours: true,
    query: activityQuery, response: z.object({ entries: z.array(activityEntry), lastKey: activityCursor.nullable() }),
  }),

  'teams.list': defineCall({
    id: 'teams.list', method: 'GET', path: '/organizations/{orgId}/teams', host: 'account', permission: may('readTeams'),
    response: z.object({ teams: z.array(team) }),
  }),
  'teams.create': defineCall({
    id: 'teams.create', method: 'POST', path: '/organizations/{orgId}/teams', host: 'account', permission: may('manageTeams'),
    body: teamCreate, response: team, errors: ['conflict'],
  }),
  'teams.get': defineCall({
    id: 'teams.get', method: 'GET', path: team_, host: 'account', permission: mayTeam('read'), response: team,
  }),
  'teams.update': defineCall({
    id: 'teams.update', method: 'PUT', path: team_, host: 'account', permission: mayTeam('update'), body: teamUpdate, response: team,
  }),
  'teams.delete': defineCall({
    id: 'teams.delete', method: 'DELETE', path: team_, host: 'account', permission: mayTeam('delete'), response: nothing,
  }),
  'teams.deleteMember': defineCall({
    id: 'teams.deleteMember', method: 'POST', path: `${team_}/delete_member`, host: 'account', permission: mayTeam('removeMember'),
    body: oneMember, response: team,
  }),
  'teams.leave': defineCall({
    id: 'teams.leave', method: 'GET', path: `${team_}/leave`, host: 'account', permission: mayTeam('leave'), response: nothing,
  }),

  'invites.list': defineCall({
    id: 'invites.list', method: 'GET', path: '/organizations/invites', host: 'account', permission: 'self',
    response: z.object({ invites: z.array(invite) }),
  }),
  /** For an account other than the invited one: `conflict` with the message `ticket_not_equal_to_current_user`. */
  'invites.get': defineCall({
    id: 'invites.get', method: 'GET', path: '/organizations/invites/{id}', host: 'account', permission: 'self',
    query: ticketQuery, response: invite, errors: ['not_found', 'conflict'],
  }),
  /** Idempotent: a member who accepts again gets the organization. */
  'invites.accept': defineCall({
    id: 'invites.accept', method: 'POST', path: '/organizations/invites/{id}/accept', host: 'account', permission: 'self',
    query: ticketQuery, response: organization, errors: ['not_found', 'conflict', 'limit_exceeded'],
  }),
  'invites.reject': defineCall({
    id: 'invites.reject', method: 'POST', path: '/organizations/invites/{id}/reject', host: 'account', permission: 'self',
    query: ticketQuery, response: nothing, errors: ['not_found', 'conflict'],
  }),
} as const;
