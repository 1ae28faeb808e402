import type { mediaCalls } from '#contract/calls/media.calls.ts';
import type { MediaService } from '#server/services/people/media.service.ts';
import type { Handlers } from './handler.ts';

export const mediaRoutes = (media: MediaService): Handlers<keyof typeof mediaCalls> => ({
  'media.list': ({ caller }) => media.list(caller),
  'media.downloadUrl': ({ caller, params }) => media.downloadUrl(caller, params.id),
  'media.delete': ({ caller, params }) => media.remove(caller, params.id),
  'media.setDefault': ({ caller, params }) => media.setDefault(caller, params.id),
  'media.uploadUrl': ({ caller, body }) => media.uploadUrl(caller, body.size),
  'media.create': ({ caller, body, query }) => media.create(caller, body, query.ticket),
  'media.uploadSendSms': ({ caller, body }) => media.sendCaptureLink(caller, body.type, body.phone),
  'media.captureTicket': ({ caller, body }) => media.captureTicket(caller, body.type),
  'media.updateUrl': ({ caller, body }) => media.updateUrl(caller, body),
});
