import type { PayloadAction } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice, isAnyOf } from '@reduxjs/toolkit';
import type { Template, TemplateCounters } from '#contract/entities/template.ts';
import type { ListState } from '../list-state.ts';
import { goneFrom, reachedBy } from '../list-state.ts';
import { spaceEntered, visitStarted } from '../session/session.slice.ts';

const adapter = createEntityAdapter<Template>();

export interface TemplatesPage {
  templates: Template[];
  counters: TemplateCounters;
  lastKey: string | null;
  first: boolean;
  /** When the last entry before the page was made; null where the list begins with it. */
  after: string | null;
}

export type TemplatesState = ReturnType<typeof adapter.getInitialState<ListState<TemplateCounters>>>;

const initialState: TemplatesState = adapter.getInitialState({
  counters: { all: 0, sharedWithMe: 0, library: 0 },
  initiallyFetched: false,
  allFetched: false,
  lastKey: null,
  reached: null,
});

/** Templates by id, as the server gave them last, and how far the list is fetched. */
export const templatesSlice = createSlice({
  name: 'templates',
  initialState,
  reducers: {
    templatesPageReceived(state, { payload }: PayloadAction<TemplatesPage>) {
      const reached = reachedBy(state, { items: payload.templates, lastKey: payload.lastKey, first: payload.first });
      adapter.removeMany(state, goneFrom(Object.values(state.entities), payload.templates, payload.after, payload.lastKey === null));
      adapter.upsertMany(state, payload.templates);
      Object.assign(state, reached);
      state.counters = payload.counters;
      state.initiallyFetched = true;
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
      if (!state.entities[payload]) return;
      adapter.removeOne(state, payload);
      state.counters.all = Math.max(0, state.counters.all - 1);
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
