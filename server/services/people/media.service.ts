import type { Media, MediaCreate, MediaType } from '#contract/entities/media.ts';
import { links } from '#contract/limits/links.ts';
import { routes } from '#contract/routes.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import { countText } from '#server/outbox/text-limits.ts';
import { sendText } from '#server/outbox/send-text.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/id.ts';
import { countCaptureTickets, issueCaptureTicket, lockCaptureTicket, markCaptureTicketUsed } from '#server/identity/capture-tickets.ts';
import { answerOf, awaitFirstAttempt } from '#server/outbox/first-attempt.ts';
import {
  clearDefault, countMedia, deleteMedia, findMedia, insertMedia, latestMedia, listMedia, lockMediaOf, updateMedia, type MediaRow,
} from '#server/repositories/media.repository.ts';
import { lockStoredUpload, setUploadStatus } from '#server/repositories/uploads.repository.ts';
import type { Caller } from '#server/services/caller.ts';
import { removePictures } from '#server/services/storage/remove-bodies.ts';
import type { OnStored, UploadsService } from '#server/services/storage/uploads.service.ts';

interface MediaDependencies {
  db: Db;
  uploads: UploadsService;
  config: Pick<Config, 'limits' | 'appUrl' | 'allowPhoneCapture' | 'locales' | 'smtpUrl' | 'sms'>;
}

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService({ db, uploads, config }: MediaDependencies) {
  const firstAttempt = awaitFirstAttempt(db, config);
  const urlOf = (row: MediaRow): string => uploads.download({ ref: row.image_ref, mime: 'image/png', name: `${row.type}.png` });
  const toMedia = (row: MediaRow): Media => ({
    id: row.id, mediaId: row.id, type: row.type, imageRef: row.image_ref, imageUrl: urlOf(row), fillType: row.fill_type,
    default: row.is_default, ownerId: row.owner_id, origin: null,
    createdAt: row.created_at.toISOString(), updatedAt: row.updated_at.toISOString(),
  });

  const uploadUrl = async ({ userId }: Caller, size: number | undefined): Promise<{ url: string; imageRef: string }> => {
    const { url, bodyRef } = await uploads.open({ userId, holder: userId }, 'media', 'image/png', {}, size);
    return { url, imageRef: bodyRef };
  };

  async function updateUrl(caller: Caller, { id, size }: { id: string; size?: number | undefined }): Promise<{ url: string; imageRef: string }> {
    const row = await ownMedia(db, caller, id);
    const { url, bodyRef } = await uploads.open({ userId: caller.userId, holder: caller.userId }, 'media_update', 'image/png', { media_id: row.id }, size);
    return { url, imageRef: bodyRef };
  }

  async function create(caller: Caller, input: MediaCreate, ticket?: string): Promise<Media> {
    const id = input.id ?? newId();
    await db.transaction().execute(async (tx) => {
      await lockMediaOf(tx, caller.userId);
      if (ticket !== undefined) await assertTicketFits(tx, ticket, id, input.type);
      const known = await findMedia(tx, id);
      if (known?.owner_id === caller.userId && known.image_ref === input.imageRef) return;
      if (known) throw new AppError('conflict');
      const count = await countMedia(tx, caller.userId, input.type);
      if (count >= config.limits.maxMediaPerKind) throw new AppError('limit_exceeded');
      const upload = await lockStoredUpload(tx, caller.userId, input.imageRef, 'media');
      if (!upload) throw new AppError('file_body_missing');
      await insertMedia(tx, {
        id, owner_id: caller.userId, type: input.type, image_ref: input.imageRef, fill_type: input.fillType, is_default: count === 0,
      });
      await setUploadStatus(tx, input.imageRef, 'used');
      if (ticket !== undefined) await markCaptureTicketUsed(tx, ticket);
    });
    return toMedia(await ownMedia(db, caller, id));
  }

  async function setDefault(caller: Caller, id: string): Promise<Media> {
    await db.transaction().execute(async (tx) => {
      await lockMediaOf(tx, caller.userId);
      const row = await ownMedia(tx, caller, id);
      await clearDefault(tx, caller.userId, row.type);
      await updateMedia(tx, id, { is_default: true });
    });
    return toMedia(await ownMedia(db, caller, id));
  }

  /** Deletes an image. If it was the default, the latest remaining one of its type becomes the default. */
  async function remove(caller: Caller, id: string): Promise<void> {
    await db.transaction().execute(async (tx) => {
      await lockMediaOf(tx, caller.userId);
      const row = await ownMedia(tx, caller, id);
      await deleteMedia(tx, id);
      await removePictures(tx, [row.image_ref]);
      const nextDefault = row.is_default ? await latestMedia(tx, caller.userId, row.type) : undefined;
      if (nextDefault) await updateMedia(tx, nextDefault.id, { is_default: true });
    });
  }

  /** Creates a link to the page on which a phone takes the picture, while the person waits at their desktop. */
  async function captureLink(tx: Tx, caller: Caller, type: MediaType): Promise<string> {
    if (!config.allowPhoneCapture) throw new AppError('feature_not_supported');
    await lockMediaOf(tx, caller.userId);
    if ((await countMedia(tx, caller.userId, type)) >= config.limits.maxMediaPerKind) throw new AppError('limit_exceeded');
    if ((await countCaptureTickets(tx, caller.userId, new Date())) >= mostCaptureLinks) throw new AppError('too_many_requests');
    const link = new URL(capturePages[type], config.appUrl);
    link.searchParams.set('ticket', await issueCaptureTicket(tx, caller.userId, type));
    return link.href;
  }

  async function sendCaptureLink(caller: Caller, type: MediaType, phone: string): Promise<{ late: boolean }> {
    await countText(db, caller, phone);
    const noticeId = await db.transaction().execute(async (tx) => {
      const link = await captureLink(tx, caller, type);
      return sendText(tx, { template: 'media_capture', to: phone, locale: caller.locale, locales: config.locales, data: { link } });
    });
    return answerOf(await firstAttempt(noticeId), 'unable_to_send_sms');
  }

  async function captureTicket(caller: Caller, type: MediaType): Promise<{ link: string; expiresAt: string }> {
    const link = await db.transaction().execute((tx) => captureLink(tx, caller, type));
    return { link, expiresAt: new Date(Date.now() + links.captureTicketLife).toISOString() };
  }

  return {
    uploadUrl, updateUrl, create, setDefault, remove, sendCaptureLink, captureTicket,
    list: async (caller: Caller): Promise<{ list: Media[] }> => ({ list: (await listMedia(db, caller.userId)).map(toMedia) }),
    downloadUrl: async (caller: Caller, id: string): Promise<{ url: string }> => ({ url: urlOf(await ownMedia(db, caller, id)) }),
  };
}

/** The page that captures each type of image. */
const capturePages: Readonly<Record<MediaType, string>> = {
  signature: routes.signaturesEditor, initials: routes.initialsEditor, photo: routes.photosCapturing,
};
/** Open capture links per person: text messages cost money. */
const mostCaptureLinks = 5;

/** A ticket is valid for one image of its type. A repeated call with the same image id passes. */
async function assertTicketFits(tx: Tx, ticket: string, mediaId: string, type: MediaType): Promise<void> {
  const found = await lockCaptureTicket(tx, ticket);
  if (!found) throw new AppError('invalid_token');
  if (found.type !== type) throw new AppError('request_validation_error', [{ path: 'body/type', message: 'The ticket is for another kind of picture' }]);
  if (found.used_at !== null && !(await findMedia(tx, mediaId))) throw new AppError('invalid_token');
}

async function ownMedia(db: Db | Tx, caller: Caller, id: string): Promise<MediaRow> {
  const row = await findMedia(db, id);
  if (!row) throw new AppError('not_found');
  if (row.owner_id !== caller.userId) throw new AppError('permission_denied');
  return row;
}

/** A picture uploaded to an update URL replaces the old one. */
export const onMediaUpdateStored: OnStored = async (tx, upload) => {
  const row = upload.media_id ? await findMedia(tx, upload.media_id) : undefined;
  if (!row || row.owner_id !== upload.owner_id) throw new AppError('not_found');
  await updateMedia(tx, row.id, { image_ref: upload.body_ref });
  await removePictures(tx, [row.image_ref]);
  await setUploadStatus(tx, upload.body_ref, 'used');
  return null;
};
