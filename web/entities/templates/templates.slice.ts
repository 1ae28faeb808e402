import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Template, TemplateCounters } from '#contract/entities/template.ts';
import type { ListPage, ListState } from '../list-state.ts';
import { receivePage, removeEntry, unfetched } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Template>();

export type TemplatesState = ReturnType<typeof adapter.getInitialState<ListState<TemplateCounters>>>;

const initialState: TemplatesState = adapter.getInitialState({
  ...unfetched({ all: 0, sharedWithMe: 0, library: 0 }),
});

/** Templates by id, as last received, and the paging state of the list. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState,
  reducers: {
    templatesPageReceived(state, { payload }: PayloadAction<ListPage<Template, TemplateCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** An older version never replaces a newer one. */
    templateReceived(state, { payload }: PayloadAction<Template>) {
      const known = state.entities[payload.id];
      if (!known || known.version <= payload.version) adapter.setOne(state, payload);
    },
    templateAdded(state, { payload }: PayloadAction<Template>) {
      if (!state.entities[payload.id]) state.counters.all += 1;
      adapter.setOne(state, payload);
    },
    templateRemoved(state, { payload }: PayloadAction<string>) {
      removeEntry(adapter, state, payload);
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(visitStarted, spaceEntered), () => initialState);
  },
  selectors: {
    selectTemplatesState: (state) => state,
    selectTemplate: (state, id: string): Template | undefined => state.entities[id],
  },
});

export const { templatesPageReceived, templateReceived, templateAdded, templateRemoved } = templatesSlice.actions;
export const { selectTemplatesState, selectTemplate } = templatesSlice.selectors;
export const { selectAll: allTemplates } = adapter.getSelectors();
