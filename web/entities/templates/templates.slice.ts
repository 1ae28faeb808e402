import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Template, TemplateCounters } from '#contract/entities/template.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import type { FiledEntry, ListPage, ListState } from '../list-state.ts';
import { fileEntries, openList, placeEntry, receivePage, removeEntry, unfetched } from '../list-state.ts';
import { sessionStarted, spaceEntered, visitStarted } from '../session/session.slice.ts';
import { templateRules } from './list-rules.ts';

const adapter = createEntityAdapter<Template>();

type TemplatesState = ReturnType<typeof adapter.getInitialState<ListState<TemplateCounters>>>;

const initialState: TemplatesState = adapter.getInitialState({
  ...unfetched({ all: 0, sharedWithMe: 0, archived: 0 }),
});

/** Templates by id, as last received, and the lists of them. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState,
  reducers: {
    templatesPageReceived(state, { payload }: PayloadAction<ListPage<Template, TemplateCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The query on the screen; null when the screen is left. */
    templatesListOpened(state, { payload }: PayloadAction<ListQuery | null>) {
      openList(state, payload, templateRules);
    },
    /** An older version never replaces a newer one. */
    templateReceived(state, { payload }: PayloadAction<Template>) {
      const known = state.entities[payload.id];
      if (!known || known.version <= payload.version) placeEntry(adapter, state, payload, templateRules);
    },
    templateAdded(state, { payload }: PayloadAction<Template>) {
      if (!state.entities[payload.id]) state.counters.all += 1;
      placeEntry(adapter, state, payload, templateRules);
    },
    templatesFiled(state, { payload }: PayloadAction<readonly FiledEntry[]>) {
      fileEntries(adapter, state, payload, templateRules);
    },
    templateRemoved(state, { payload }: PayloadAction<string>) {
      removeEntry(adapter, state, payload);
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionStarted, (state, { payload }) => {
        state.viewer.userId = payload;
      })
      .addCase(spaceEntered, ({ viewer }, { payload }) => ({ ...initialState, viewer: { ...viewer, orgId: payload } }))
      .addCase(visitStarted, () => initialState);
  },
  selectors: {
    selectTemplatesState: (state) => state,
    selectTemplate: (state, id: string): Template | undefined => state.entities[id],
  },
});

export const { templatesPageReceived, templatesListOpened, templateReceived, templateAdded, templateRemoved, templatesFiled } = templatesSlice.actions;
export const { selectTemplatesState, selectTemplate } = templatesSlice.selectors;
