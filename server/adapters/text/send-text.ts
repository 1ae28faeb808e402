import type { Tx } from '#server/adapters/database/database.ts';
import { newId } from '#server/app/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { renderText, type TextTemplate } from './text-templates.ts';

export interface NewText {
  template: TextTemplate;
  to: string;
  locale?: string | null;
  link: string;
}

export const sendTextTask = 'send_text';

/** Puts a text message into the outbox, if and only if the transaction commits; a job carries it out. Returns its id. */
export async function sendText(tx: Tx, text: NewText): Promise<string> {
  const { locale, body } = renderText(text.template, text.locale, text.link);
  const id = newId();
  await tx.insertInto('text_messages').values({ id, template: text.template, recipient: text.to, locale, body }).execute();
  await addJob(tx, sendTextTask, { textId: id });
  return id;
}
