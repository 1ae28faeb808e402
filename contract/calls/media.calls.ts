/** Media: the images people sign with. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { isoTime, phone } from '#contract/entities/common.ts';
import { sent } from '#contract/entities/delivery.ts';
import { media, mediaCreate, mediaTypes } from '#contract/entities/media.ts';
import { announcedSize } from '#contract/entities/storage.ts';

const own = { resource: 'media', action: 'own' } as const;
/** Lets a phone without a session upload one image. The ticket is in the link of `media.uploadSendSms`. */
const ticket = z.object({ ticket: z.string().min(1).max(200).optional() });
const imageMime = z.object({ mimeType: z.literal('image/png'), size: announcedSize });

export const mediaCalls = {
  'media.list': defineCall({
    id: 'media.list', method: 'GET', path: '/media', host: 'api', permission: 'self', response: z.object({ list: z.array(media) }),
  }),
  'media.downloadUrl': defineCall({
    id: 'media.downloadUrl', method: 'GET', path: '/media/{id}/download_url', host: 'api', permission: own,
    response: z.object({ url: z.string() }),
  }),
  'media.delete': defineCall({
    id: 'media.delete', method: 'DELETE', path: '/media/{id}', host: 'api', permission: own, response: nothing,
  }),
  /** Makes the image the default of its type. */
  'media.setDefault': defineCall({
    id: 'media.setDefault', method: 'PUT', path: '/media/{id}', host: 'api', permission: own,
    body: z.object({ default: z.literal(true).default(true) }).prefault({}), response: media,
  }),
  'media.uploadUrl': defineCall({
    id: 'media.uploadUrl', method: 'POST', path: '/media/upload_url', host: 'api', auth: 'ticket', permission: 'self', query: ticket,
    body: imageMime, response: z.object({ url: z.string(), imageRef: z.string() }), errors: ['wrong_mime_type', 'storage_exceeded'],
  }),
  'media.create': defineCall({
    id: 'media.create', method: 'POST', path: '/media', host: 'api', auth: 'ticket', permission: 'self', query: ticket,
    body: mediaCreate, response: media, errors: ['limit_exceeded', 'file_body_missing', 'wrong_mime_type', 'conflict'],
  }),
  /** Returns an upload URL. The uploaded image replaces the existing one. */
  'media.updateUrl': defineCall({
    id: 'media.updateUrl', method: 'POST', path: '/media/update_url', host: 'api', permission: 'self',
    body: z.object({ id: z.string(), mimeType: z.literal('image/png').default('image/png'), size: announcedSize }),
    response: z.object({ url: z.string(), imageRef: z.string() }), errors: ['not_found', 'storage_exceeded'],
  }),
  /** Sends a link to a phone, valid for one image of this type and for half an hour. */
  'media.uploadSendSms': defineCall({
    id: 'media.uploadSendSms', method: 'POST', path: '/media/upload_send_sms', host: 'api', permission: 'self',
    body: z.object({ type: z.enum(mediaTypes), phone }), response: sent,
    errors: ['limit_exceeded', 'too_many_requests', 'feature_not_supported', 'unable_to_send_sms'],
  }),
  /** Returns the same link for a QR code. */
  'media.captureTicket': defineCall({
    id: 'media.captureTicket', method: 'POST', path: '/media/capture_ticket', host: 'api', permission: 'self', ours: true,
    body: z.object({ type: z.enum(mediaTypes) }), response: z.object({ link: z.string(), expiresAt: isoTime }),
    errors: ['limit_exceeded', 'too_many_requests', 'feature_not_supported'],
  }),
} as const;
