import { Readable } from 'node:stream';
import type { Task } from 'graphile-worker';
import type { Updateable } from 'kysely';
import { z } from 'zod';
import { retryWhileUnavailable } from '#server/platform/database/connection-errors.ts';
import type { Db, Tx } from '#server/platform/database/database.ts';
import type { MailsTable } from '#server/platform/database/tables/identity.tables.ts';
import { findCms } from '#server/repositories/detached-signatures.repository.ts';
import { isShownWaiting } from '#server/repositories/outbox.repository.ts';
import { isLastAttempt } from '#server/jobs/attempts.ts';
import { notifyIfSlow } from '#server/jobs/notify-if-slow.ts';
import { bytesOf } from '#server/adapters/storage/source-bytes.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { MailAttachment } from './send-mail.ts';
import type { MailTransport } from '#server/adapters/mail/transport.ts';

const payload = z.object({ mailId: z.string() });

/**
 * Publishes the delivery state of a message when it starts to wait, fails for good, or is sent after all; called
 * with its id.
 */
export type PublishDelivery = (tx: Tx, noticeId: string) => Promise<void>;

/** Sends one mail from the outbox; an exception makes the queue retry later. */
export function sendMailJob(db: Db, transport: MailTransport | null, storage: Pick<Storage, 'local'>, publish: PublishDelivery): Task {
  return async (input, helpers) => {
    const { mailId } = payload.parse(input);
    const mail = await db.selectFrom('mails').selectAll().where('id', '=', mailId).where('status', '!=', 'sent').executeTakeFirst();
    if (mail === undefined) return;
    if (transport === null) {
      await db.updateTable('mails').set({ status: 'unsent' }).where('id', '=', mailId).execute();
      return;
    }
    const update = (changes: Updateable<MailsTable>, isNews: boolean) => db.transaction().execute(async (tx) => {
      await tx.updateTable('mails').set(changes).where('id', '=', mailId).execute();
      if (isNews) await publish(tx, mailId);
    });
    /** Whether the delay has been published already. */
    let isPublished = isShownWaiting(mail);
    const notYet = async (): Promise<void> => {
      await update({ attempts: mail.attempts + 1, last_error: 'no answer yet', tried_at: new Date() }, !isPublished);
      isPublished = true;
    };
    const files: OpenedAttachment[] = [];
    try {
      for (const attachment of mail.attachments) files.push(...(await opened(attachment, db, storage)));
      const sending = transport.send({
        id: mail.id,
        senderName: mail.sender_name,
        to: { address: mail.recipient, name: mail.recipient_name ?? '' },
        subject: mail.subject,
        text: mail.text_body,
        html: mail.html_body,
        attachments: files.map(({ name, mime, read }) => ({ filename: name, contentType: mime, content: read() })),
      });
      // On shutdown, doesn't wait for a mail server that doesn't answer.
      await notifyIfSlow(Promise.race([sending, helpers.abortPromise]), notYet);
    } catch (error) {
      const final = isRefusal(error) || isLastAttempt(helpers);
      const reason = error instanceof Error ? error.message : String(error);
      await update({ status: final ? 'failed' : 'queued', attempts: mail.attempts + 1, last_error: reason, tried_at: new Date() }, final || !isPublished);
      if (isRefusal(error)) return helpers.logger.error(`mail ${mailId} was refused for good: ${reason}`);
      throw error;
    } finally {
      for (const each of files) await each.release();
    }
    // The content of sent mails is deleted: links and codes can be used to sign in.
    const sent = { status: 'sent' as const, attempts: mail.attempts + 1, sent_at: new Date(), text_body: '', html_body: '', last_error: null };
    await retryWhileUnavailable(() => update(sent, isPublished));
  };
}

interface OpenedAttachment extends Pick<MailAttachment, 'name' | 'mime'> {
  read(): Readable;
  release(): Promise<void>;
}

/** Empty for a signature that was deleted with its file meanwhile. */
async function opened(attachment: MailAttachment, db: Db, storage: Pick<Storage, 'local'>): Promise<OpenedAttachment[]> {
  const { name, mime } = attachment;
  if ('signing' in attachment) {
    const cms = await findCms(db, attachment.signing);
    return cms ? [{ name, mime, read: () => Readable.from([cms]), release: async () => undefined }] : [];
  }
  const body = await storage.local(attachment.ref);
  return [{ name, mime, read: () => Readable.from(bytesOf(body.parts)), release: async () => body.release() }];
}

/** A 5xx reply is permanent (RFC 5321, 4.2.1). */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500;
}
