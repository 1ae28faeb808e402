import { describe, expect, it } from 'vitest';
import { globalSettingsDefault, type CreationRights } from '#contract/entities/organization.ts';
import {
  mayInOrganization, mayWithTeam, organizationActions, teamActions, type OrganizationView,
} from '#contract/permissions/organization.permissions.ts';

const membership = (role: 'admin' | 'participant', status: 'active' | 'invited' = 'active', permissions: CreationRights | null = null) => ({ role, status, permissions });
const view = (own: OrganizationView['membership'], globalSettings = globalSettingsDefault): OrganizationView => ({ ownerId: 'owner', globalSettings, membership: own });
const allowed = (of: OrganizationView, viewer = 'x') => organizationActions.filter((action) => mayInOrganization(of, viewer, action)).join(' ');
const nothing: CreationRights = { createFiles: false, createTransactions: false, createTemplates: false, createBulks: false };

describe('permissions in an organization', () => {
  it.each([
    ['owner', view(membership('admin'), nothing), 'owner',
      'read update delete invite removeMember makeAdmin cancelAdmin readTeams manageTeams changeSecurity bill ownResources readActivity createFiles createTransactions createTemplates createBulks'],
    ['admin', view(membership('admin'), nothing), 'x',
      'read update leave invite removeMember makeAdmin cancelAdmin readTeams manageTeams changeSecurity ownResources readActivity createFiles createTransactions createTemplates createBulks'],
    ['participant', view(membership('participant')), 'x', 'read leave readTeams createFiles createTransactions createTemplates createBulks'],
    ['participant without rights', view(membership('participant'), nothing), 'x', 'read leave readTeams'],
    ['participant with individual rights', view(membership('participant', 'active', { ...nothing, createFiles: true, createBulks: true }), globalSettingsDefault), 'x',
      'read leave readTeams createFiles createBulks'],
    ['participant who may send but not upload', view(membership('participant'), { ...globalSettingsDefault, createFiles: false }), 'x', 'read leave readTeams createBulks'],
    ['invited as an admin', view(membership('admin', 'invited')), 'x', ''],
    ['stranger', view(null), 'x', ''],
  ] as [string, OrganizationView, string, string][])('%s', (_, of, viewer, actions) => {
    expect(allowed(of, viewer)).toBe(actions);
  });
});

describe('permissions in a team', () => {
  it.each([
    ['organization admin outside the team', membership('admin'), false, 'read update delete removeMember'],
    ['organization admin in the team', membership('admin'), true, 'read update delete removeMember leave'],
    ['team member', membership('participant'), true, 'read leave'],
    ['another organization member', membership('participant'), false, 'read'],
    ['invited', membership('participant', 'invited'), true, ''],
    ['stranger', null, false, ''],
  ] as [string, OrganizationView['membership'], boolean, string][])('%s', (_, own, inTeam, actions) => {
    expect(teamActions.filter((action) => mayWithTeam({ organization: view(own), inTeam }, 'x', action)).join(' ')).toBe(actions);
  });
});
