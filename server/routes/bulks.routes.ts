import type { bulksCalls } from '#contract/calls/bulks.calls.ts';
import type { BulksService } from '#server/services/bulks/bulks.service.ts';
import type { Handlers } from './handler.ts';

export const bulksRoutes = (bulks: BulksService): Handlers<keyof typeof bulksCalls> => ({
  'bulks.create': ({ caller, body }) => bulks.create(caller, body),
  'bulks.list': ({ caller, query }) => bulks.list(caller, query.exclusiveFrom),
  'bulks.get': ({ caller, params }) => bulks.get(caller, params.id),
  'bulks.update': ({ caller, params, body }) => bulks.update(caller, params.id, body),
  'bulks.delete': ({ caller, params }) => bulks.remove(caller, params.id),
  'bulks.cancel': ({ caller, params }) => bulks.cancel(caller, params.id),
});
