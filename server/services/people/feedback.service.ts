/** Feedback is stored at once. A job passes it on to the support desk and retries while the desk is unavailable. */
import type { OutputOf } from '#contract/calls/calls.ts';
import { ticketStatuses, type FeedbackForm } from '#contract/entities/feedback.ts';
import { joinName } from '#contract/person-names.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { SupportDesk } from '#server/adapters/support/support-desk.ts';
import { AppError } from '#server/platform/app-error.ts';
import { newId } from '#server/platform/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { lockKey } from '#server/repositories/lock.ts';
import type { Caller } from '#server/services/caller.ts';

export const handOverFeedbackTask = 'hand_over_feedback';
const mostPerHour = 10;
const hour = 60 * 60 * 1000;

export type FeedbackService = ReturnType<typeof createFeedbackService>;

export function createFeedbackService({ db, desk }: { db: Db; desk: SupportDesk | null }) {
  async function send(caller: Caller, input: FeedbackForm): Promise<OutputOf<'feedback.send'>> {
    const id = newId();
    await db.transaction().execute(async (tx) => {
      await lockKey(tx, `feedback/${caller.userId}`);
      const recent = await tx
        .selectFrom('feedback').select('id').where('user_id', '=', caller.userId).where('created_at', '>', new Date(Date.now() - hour)).execute();
      if (recent.length >= mostPerHour) throw new AppError('too_many_requests');
      const name = joinName(caller.firstName, caller.lastName) || null;
      await tx.insertInto('feedback').values({
        id, user_id: caller.userId, subject: input.subject, description: input.description, name: input.name ?? name, email: input.email ?? caller.email,
        priority: input.priority, trace_id: input.traceId, user_agent: caller.userAgent.slice(0, 512),
      }).execute();
      if (desk !== null) await addJob(tx, handOverFeedbackTask, { feedbackId: id });
    });
    return { id, status: ticketStatuses.open, priority: input.priority };
  }

  async function handOver(id: string): Promise<void> {
    const row = await db.selectFrom('feedback').selectAll().where('id', '=', id).where('handed_over_at', 'is', null).executeTakeFirst();
    if (!row || desk === null) return;
    const update = (changes: object) => db.updateTable('feedback').set(changes).where('id', '=', id).execute();
    try {
      await desk.open({
        id, subject: row.subject, description: row.description, name: row.name, email: row.email, priority: row.priority, status: row.status,
        custom_fields: { trace_id: row.trace_id },
      });
    } catch (error) {
      await update({ attempts: row.attempts + 1, last_error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
    await update({ attempts: row.attempts + 1, last_error: null, handed_over_at: new Date() });
  }

  return { send, handOver };
}
