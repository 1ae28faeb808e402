import type { Task } from 'graphile-worker';
import type { Updateable } from 'kysely';
import { z } from 'zod';
import { retryWhileUnavailable } from '#server/platform/database/connection-errors.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { TextMessagesTable } from '#server/platform/database/tables/sign-in.tables.ts';
import type { PublishDelivery } from './mail.job.ts';
import { isLastAttempt } from '#server/jobs/attempts.ts';
import { isShownWaiting } from '#server/repositories/outbox.repository.ts';
import { TextRefused, type TextGateway } from '#server/adapters/text/gateway.ts';

const payload = z.object({ textId: z.string() });

/** Sends one text message from the outbox. Without a gateway it stays there, where it can be read. */
export function sendTextJob(db: Db, gateway: TextGateway | null, publish: PublishDelivery): Task {
  return async (input, helpers) => {
    const { textId } = payload.parse(input);
    const text = await db.selectFrom('text_messages').selectAll().where('id', '=', textId).executeTakeFirst();
    if (text === undefined || text.status !== 'queued') return;
    const update = (changes: Updateable<TextMessagesTable>, isNews = false) => db.transaction().execute(async (tx) => {
      await tx.updateTable('text_messages').set(changes).where('id', '=', textId).execute();
      if (isNews) await publish(tx, textId);
    });
    if (gateway === null) {
      await update({ status: 'unsent' });
      return;
    }
    const isPublished = isShownWaiting(text);
    try {
      const sending = gateway.send({ id: text.id, to: text.recipient, text: text.body });
      // On shutdown, doesn't wait for a gateway that doesn't answer.
      await Promise.race([sending, helpers.abortPromise]);
    } catch (error) {
      const refused = error instanceof TextRefused;
      const final = refused || isLastAttempt(helpers);
      const reason = error instanceof Error ? error.message : String(error);
      await update({ status: final ? 'failed' : 'queued', attempts: text.attempts + 1, last_error: reason }, final || !isPublished);
      if (refused) return helpers.logger.error(`text message ${textId} was refused for good: ${reason}`);
      throw error;
    }
    // The content of sent messages is deleted: links can be used to sign in.
    await retryWhileUnavailable(() => update({ status: 'sent', attempts: text.attempts + 1, sent_at: new Date(), body: '', last_error: null }, isPublished));
  };
}
