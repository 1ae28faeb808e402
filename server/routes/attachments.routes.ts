import type { attachmentsCalls } from '#contract/calls/attachments.calls.ts';
import type { AttachmentsService } from '#server/services/signing/attachments.service.ts';
import type { Handlers } from './handler.ts';

export interface AttachmentsServices {
  attachments: AttachmentsService;
}

export const attachmentsRoutes = ({ attachments }: AttachmentsServices): Handlers<keyof typeof attachmentsCalls> => ({
  'attachments.begin': ({ caller, params, body }) => attachments.begin(caller, params.id, body),
  'attachments.attach': ({ caller, params, body }) => attachments.attach(caller, params.id, body),
  'attachments.detach': ({ caller, params, body }) => attachments.detach(caller, params.id, body),
  'attachments.download': ({ caller, params, body }) => attachments.download(caller, params.id, body),
});
