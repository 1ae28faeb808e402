import type { FilesService } from '#server/services/files.service.ts';
import type { filesCalls } from '#contract/calls/files.calls.ts';
import type { Handlers } from './handler.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

export const filesRoutes = (files: FilesService, sharing: SharingServices): Handlers<keyof typeof filesCalls> => ({
  ...sharingRoutes('files', sharing),
  'files.uploadUrl': ({ caller, body }) => files.uploadUrl(caller, body.mimeType),
  'files.createMeta': ({ caller, body }) => files.create(caller, body),
  'files.list': ({ caller, query }) => files.list(caller, query.exclusiveFrom),
  'files.downloadUrl': ({ caller, params, query }) => files.downloadUrl(caller, params.id, query.version),
  'files.getMeta': ({ caller, params }) => files.getMeta(caller, params.id),
  'files.updateMeta': ({ caller, params, body }) => files.updateMeta(caller, params.id, body),
  'files.updateUrl': ({ caller, params, body }) => files.updateUrl(caller, params.id, body.mimeType),
  'files.delete': ({ caller, params }) => files.remove(caller, params.id),
  'files.insights': ({ caller, params }) => files.insights(caller, params.id),
  'files.reportEvent': ({ caller, params, body }) => files.reportEvent(caller, params.id, body.event),
});
