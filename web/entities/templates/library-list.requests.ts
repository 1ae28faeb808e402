import type { OutputOf } from '#contract/calls/calls.ts';
import type { ResourcesQuery } from '#contract/entities/list-query.ts';
import { call } from '#web/services/api/call.ts';
import { createListRequests } from '../list-requests.ts';
import { libraryPageReceived, selectLibrary } from './library.slice.ts';

/** Pages of the library, which is the same in every space. */
export const libraryRequests = createListRequests<ResourcesQuery, OutputOf<'templates.list'>>({
  name: 'library',
  fetch: (query, signal) => call('templates.list', { query: { ...query, library: 'true', orgId: undefined } }, { signal }),
  received: (page, query, after) => libraryPageReceived({ items: page.templates, lastKey: page.lastKey, counters: {}, query, after }),
  stateOf: selectLibrary,
});
