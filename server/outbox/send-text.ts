import type { Locale } from '#contract/languages.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/id.ts';
import { addJob } from '#server/jobs/add-job.ts';
import { renderText, type TextData, type TextTemplate } from '#server/adapters/text/text-templates.ts';

interface NewText<Template extends TextTemplate> {
  template: Template;
  to: string;
  /** The recipient's language, and the languages of the installation. */
  locale?: string | null;
  locales?: readonly Locale[];
  data: TextData<Template>;
  /** Key by which the message is found later. */
  about?: string;
}

export const sendTextTask = 'send_text';

/**
 * Puts a text message into the outbox in the transaction, so that it is sent only if that commits; a job delivers
 * it. Returns its id.
 */
export async function sendText<Template extends TextTemplate>(tx: Tx, text: NewText<Template>): Promise<string> {
  return queueText(tx, { template: text.template, to: text.to, about: text.about, ...renderText(text.template, text.locale, text.data, text.locales) });
}

interface QueuedText {
  template: string;
  to: string;
  locale: string;
  body: string;
  /** Key by which the delivery state is looked up later. */
  about?: string | undefined;
}

export async function queueText(tx: Tx, { template, to, locale, body, about }: QueuedText): Promise<string> {
  const id = newId();
  await tx.insertInto('text_messages').values({ id, template, recipient: to, locale, body, about: about ?? null }).execute();
  await addJob(tx, sendTextTask, { textId: id });
  return id;
}
