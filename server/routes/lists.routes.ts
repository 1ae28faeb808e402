import type { labelsCalls } from '#contract/calls/labels.calls.ts';
import type { listsCalls } from '#contract/calls/lists.calls.ts';
import type { ArchiveService } from '#server/services/lists/archive.service.ts';
import type { LabelingService } from '#server/services/lists/labeling.service.ts';
import type { LabelsService } from '#server/services/lists/labels.service.ts';
import type { Handlers } from './handler.ts';

export interface ListsServices {
  archive: ArchiveService;
  labels: LabelsService;
  labeling: LabelingService;
}

export const listsRoutes = ({ archive, labels, labeling }: ListsServices): Handlers<keyof typeof listsCalls | keyof typeof labelsCalls> => ({
  'lists.archive': ({ caller, body }) => archive.archive(caller, body),
  'lists.label': ({ caller, body }) => labeling.label(caller, body),
  'labels.list': ({ caller }) => labels.list(caller),
  'labels.create': ({ caller, body }) => labels.create(caller, body),
  'labels.update': ({ caller, params, body }) => labels.rename(caller, params.id, body.name),
  'labels.delete': ({ caller, params }) => labels.remove(caller, params.id),
});
