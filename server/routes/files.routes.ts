import type { ConversionService } from '#server/services/files/conversion.service.ts';
import type { ImportService } from '#server/services/files/import.service.ts';
import type { FilesService } from '#server/services/files/files.service.ts';
import type { filesCalls } from '#contract/calls/files.calls.ts';
import type { Handlers } from './handler.ts';
import type { Avatars } from './avatars.ts';
import { sharingRoutes, type SharingServices } from './sharing.routes.ts';

export interface FilesServices {
  files: FilesService;
  conversion: ConversionService;
  imports: ImportService;
  avatars: Avatars;
  sharedFiles: SharingServices;
}

export const filesRoutes = ({ files, conversion, imports, avatars, sharedFiles }: FilesServices): Handlers<keyof typeof filesCalls> => ({
  ...sharingRoutes('files', sharedFiles),
  'files.uploadUrl': ({ caller, body }) => files.uploadUrl(caller, body),
  'files.createMeta': ({ caller, body }) => files.create(caller, body),
  'files.list': ({ caller, query }) => files.list(caller, query),
  'files.downloadUrl': ({ caller, params, query }) => files.downloadUrl(caller, params.id, query.version),
  'files.signatures': ({ caller, params }) => files.signatures(caller, params.id),
  'files.getMeta': ({ caller, params }) => files.getMeta(caller, params.id),
  'files.updateMeta': ({ caller, params, body }) => files.updateMeta(caller, params.id, body),
  'files.updateUrl': ({ caller, params, body }) => files.updateUrl(caller, params.id, body),
  'files.convertToPdf': ({ caller, params, query }) => conversion.start(caller, params.id, query.ask === 'true'),
  'files.importUrl': ({ caller, body }) => imports.importUrl(caller, body),
  'files.delete': ({ caller, params }) => files.remove(caller, params.id),
  'files.insights': ({ caller, params }) => files.insights(caller, params.id).then(avatars.inHistory),
  'files.reportEvent': ({ caller, params, body }) => files.reportEvent(caller, params.id, body.event),
});
