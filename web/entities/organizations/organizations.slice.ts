import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Invite, Organization, Team } from '#contract/entities/organization.ts';
import { visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Organization>();
/** `invites`: open invitations of this person; null until fetched. */
const initialState = adapter.getInitialState({ initiallyFetched: false, invites: null as Invite[] | null });

/** The person's organizations with their members and teams, and those that invite them. */
export const organizationsSlice = createSlice({
  name: 'organizations',
  initialState,
  reducers: {
    organizationsReceived(state, { payload }: PayloadAction<Organization[]>) {
      adapter.setAll(state, payload);
      state.initiallyFetched = true;
    },
    invitesReceived(state, { payload }: PayloadAction<Invite[]>) {
      state.invites = payload;
    },
    inviteAnswered(state, { payload }: PayloadAction<string>) {
      state.invites = state.invites?.filter(({ id }) => id !== payload) ?? null;
    },
    organizationReceived: adapter.setOne,
    organizationRemoved: adapter.removeOne,
    teamReceived(state, { payload }: PayloadAction<Team>) {
      const organization = state.entities[payload.orgId];
      if (!organization) return;
      const at = organization.teams.findIndex(({ id }) => id === payload.id);
      if (at < 0) organization.teams.push(payload);
      else organization.teams[at] = payload;
    },
    teamRemoved(state, { payload: { orgId, id } }: PayloadAction<{ orgId: string; id: string }>) {
      const organization = state.entities[orgId];
      if (organization) organization.teams = organization.teams.filter((team) => team.id !== id);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectOrganizationsState: (state) => state,
    selectOrganization: (state, id: string): Organization | undefined => state.entities[id],
  },
});

export const { organizationsReceived, invitesReceived, inviteAnswered, organizationReceived, organizationRemoved, teamReceived, teamRemoved } = organizationsSlice.actions;
export const { selectOrganizationsState, selectOrganization } = organizationsSlice.selectors;
export const { selectAll: allOrganizations } = adapter.getSelectors();
