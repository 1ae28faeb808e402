import type { InputOf } from '#contract/calls/calls.ts';
import { call } from '#web/services/api/call.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { answersInOrder } from '../requests/answers-in-order.ts';
import { createRequest, onlyOne } from '../requests/create-request.ts';
import { organizationReceived, organizationRemoved, organizationsReceived, teamReceived, teamRemoved } from './organizations.slice.ts';

type Body<Id extends Parameters<typeof call>[0]> = InputOf<Id> extends { body: infer B } ? B : never;

export const fetchOrganizations = createRequest('organizations/listRequested', async (_: void, { dispatch, signal }) => {
  const { organizations } = await call('organizations.list', {}, { signal });
  dispatch(organizationsReceived(organizations));
  return organizations;
}, onlyOne('organizations/listRequested'));

const trackRequest = answersInOrder();

export const fetchOrganization = createRequest('organizations/oneRequested', async ({ id }: { id: string }, { dispatch, signal }) => {
  const isNews = trackRequest(id);
  const organization = await call('organizations.get', { params: { id } }, { signal });
  if (isNews()) dispatch(organizationReceived(organization));
  return organization;
}, { key: ({ id }) => id });

export const createOrganization = createRequest('organizations/createRequested', async (body: Body<'organizations.create'>, { dispatch }) => {
  const organization = await call('organizations.create', { body });
  dispatch(organizationReceived(organization));
  return organization;
});

export const updateOrganization = createRequest(
  'organizations/updateRequested',
  async ({ id, ...body }: { id: string } & Body<'organizations.update'>, { dispatch }) => {
    dispatch(organizationReceived(await call('organizations.update', { params: { id }, body })));
  },
);

export const deleteOrganization = createRequest('organizations/deleteRequested', async ({ id }: { id: string }, { dispatch }) => {
  await call('organizations.delete', { params: { id } });
  dispatch(organizationRemoved(id));
});

export const leaveOrganization = createRequest('organizations/leaveRequested', async ({ id }: { id: string }, { dispatch }) => {
  await call('organizations.leave', { params: { id } });
  dispatch(organizationRemoved(id));
});

export const inviteMembers = createRequest(
  'organizations/inviteRequested',
  async ({ id, ...body }: { id: string } & Body<'organizations.invite'>, { dispatch }) => {
    dispatch(organizationReceived(await call('organizations.invite', { params: { id }, body })));
  },
);

const memberActions = { remove: 'organizations.deleteMember', makeAdmin: 'organizations.makeAdmin', cancelAdmin: 'organizations.cancelAdmin' } as const;
export type MemberAction = keyof typeof memberActions;

export const changeMember = createRequest(
  'organizations/memberRequested',
  async ({ id, memberId, action }: { id: string; memberId: string; action: MemberAction }, { dispatch }) => {
    dispatch(organizationReceived(await call(memberActions[action], { params: { id }, body: { memberId } })));
  },
);

export const createTeam = createRequest('organizations/teamCreateRequested', async ({ orgId, ...body }: { orgId: string } & Body<'teams.create'>, { dispatch }) => {
  const team = await call('teams.create', { params: { orgId }, body });
  dispatch(teamReceived(team));
  return team;
});

export const updateTeam = createRequest(
  'organizations/teamUpdateRequested',
  async ({ orgId, teamId, ...body }: { orgId: string; teamId: string } & Body<'teams.update'>, { dispatch }) => {
    dispatch(teamReceived(await call('teams.update', { params: { orgId, teamId }, body })));
  },
);

export const deleteTeam = createRequest('organizations/teamDeleteRequested', async ({ orgId, teamId }: { orgId: string; teamId: string }, { dispatch }) => {
  await call('teams.delete', { params: { orgId, teamId } });
  dispatch(teamRemoved({ orgId, id: teamId }));
});

export const leaveTeam = createRequest('organizations/teamLeaveRequested', async ({ orgId, teamId }: { orgId: string; teamId: string }, { dispatch }) => {
  await call('teams.leave', { params: { orgId, teamId } });
  await dispatch(fetchOrganization({ id: orgId }));
});

/** Uploads a picture to the avatar storage; returns its id. */
export const uploadAvatar = async (image: Blob): Promise<string> => {
  const { fileId, uploadUrl } = await call('auth.avatarUploadUrl', {});
  await putBody(uploadUrl, image, { mimeType: image.type });
  return fileId;
};
