import type { filtersCalls } from '#contract/calls/filters.calls.ts';
import type { labelsCalls } from '#contract/calls/labels.calls.ts';
import type { listsCalls } from '#contract/calls/lists.calls.ts';
import type { ArchiveService } from '#server/services/lists/archive.service.ts';
import type { FiltersService } from '#server/services/lists/filters.service.ts';
import type { LabelingService } from '#server/services/lists/labeling.service.ts';
import type { LabelsService } from '#server/services/lists/labels.service.ts';
import type { Handlers } from './handler.ts';

export interface ListsServices {
  archive: ArchiveService;
  filters: FiltersService;
  labels: LabelsService;
  labeling: LabelingService;
}

export const listsRoutes = ({ archive, filters, labels, labeling }: ListsServices): Handlers<keyof typeof listsCalls | keyof typeof labelsCalls | keyof typeof filtersCalls> => ({
  'lists.archive': ({ caller, body }) => archive.archive(caller, body),
  'lists.label': ({ caller, body }) => labeling.label(caller, body),
  'labels.list': ({ caller }) => labels.list(caller),
  'labels.create': ({ caller, body }) => labels.create(caller, body),
  'labels.update': ({ caller, params, body }) => labels.rename(caller, params.id, body.name),
  'labels.delete': ({ caller, params }) => labels.remove(caller, params.id),
  'filters.list': ({ caller }) => filters.list(caller),
  'filters.create': ({ caller, body }) => filters.create(caller, body),
  'filters.update': ({ caller, params, body }) => filters.rename(caller, params.id, body.name),
  'filters.delete': ({ caller, params }) => filters.remove(caller, params.id),
});
