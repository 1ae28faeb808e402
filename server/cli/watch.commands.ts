import { sql } from 'kysely';
import { sendMailTask } from '#server/outbox/send-mail.ts';
import { sendTextTask } from '#server/outbox/send-text.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { CommandError, type Command } from './command.ts';

const mostListed = 200;

export const watchCommands: readonly Command[] = [
  {
    usage: 'audit list', summary: 'the newest administrative actions; --about ID for those done to one thing', options: { about: { type: 'string' } }, needs: 'installation',
    run: async ({ db }, { options }) => {
      let query = db.selectFrom('administrative_actions').selectAll().orderBy('number', 'desc').limit(mostListed);
      if (typeof options.about === 'string') query = query.where('subject', '=', options.about);
      return (await query.execute()).map(({ number, action, actor, subject, details, done_at }) => ({ number, at: done_at.toISOString(), action, actor, subject, details: JSON.stringify(details) }));
    },
  },
  {
    usage: 'audit verify', summary: 'whether the log of administrative actions is unaltered', needs: 'installation',
    run: async ({ db, services }) => {
      const { checked, broken } = await services.administrativeLog.verify(db);
      if (broken !== null) throw new CommandError(`Entry ${broken} is not what was written, or one before it was taken out.`);
      const last = await db.selectFrom('administrative_actions').select('hash').orderBy('number', 'desc').limit(1).executeTakeFirst();
      return [{ entries: checked, state: 'as written', 'hash of the last': last?.hash.toString('hex') ?? null }];
    },
  },
  {
    usage: 'mails failed', summary: 'mails and text messages that could not be sent', needs: 'installation',
    run: async ({ db }) => {
      const { rows } = await sql<Record<string, unknown>>`
        select id, 'mail' as kind, recipient, template, attempts, last_error as reason from mails where status = 'failed'
        union all select id, 'text', recipient, template, attempts, last_error from text_messages where status = 'failed' limit ${mostListed}`.execute(db);
      return rows;
    },
  },
  {
    usage: 'mails retry', summary: 'try again to send mails and text messages that could not be sent', needs: 'installation',
    run: async ({ db }) => {
      const count = await db.transaction().execute(async (tx) => {
        // Messages whose text was already deleted can't be sent any more.
        const mails = await tx.updateTable('mails').set({ status: 'queued' }).where('status', '=', 'failed').where('text_body', '<>', '').returning('id').execute();
        const texts = await tx.updateTable('text_messages').set({ status: 'queued' }).where('status', '=', 'failed').where('body', '<>', '').returning('id').execute();
        for (const { id } of mails) await addJob(tx, sendMailTask, { mailId: id }, { jobKey: `retry/${id}` });
        for (const { id } of texts) await addJob(tx, sendTextTask, { textId: id }, { jobKey: `retry/${id}` });
        return mails.length + texts.length;
      });
      return `${count} messages are tried again.`;
    },
  },
  {
    usage: 'check', summary: 'whether settings, database and storage work', needs: 'database',
    run: async ({ db, stored, config }) => {
      await sql`select 1`.execute(db);
      await stored.check();
      return [{ database: config.databaseUrl === null ? 'embedded: works' : 'works', storage: config.s3 === null ? 'folder: works' : 's3: works', mail: config.smtpUrl === null ? 'outbox' : 'set', settings: 'can be used' }];
    },
  },
];
