/** Which jobs wait for which others: what can take long has a lane of its own, so that it holds up nothing but its like. */
import { sendMailJob } from '#server/adapters/mail/mail.job.ts';
import { sendMailTask } from '#server/adapters/mail/send-mail.ts';
import { sendTextTask } from '#server/adapters/text/send-text.ts';
import { sendTextJob } from '#server/adapters/text/text.job.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { tellDelivery } from '#server/services/deliveries.ts';
import { leftWhenStopping } from './attempts.ts';
import { eachOf, type Lane } from './jobs.ts';
import { conversionTasks, partnerTasks, quickTasks, type JobServices } from './service-tasks.ts';
import { foundationTasks, schedule } from './tasks.ts';

type LaneFoundation = Pick<Foundation, 'authority' | 'config' | 'db' | 'log' | 'mail' | 'storage' | 'texts'>;

export function lanesOf(foundation: LaneFoundation, services: JobServices): Lane[] {
  const { db, mail, texts, storage } = foundation;
  return [
    { tasks: { ...foundationTasks(foundation), ...quickTasks(services) }, schedule },
    // A mail server or a gateway that hangs must hold up neither each other nor anything else.
    { tasks: { [sendMailTask]: sendMailJob(db, mail, storage, tellDelivery) } },
    { tasks: { [sendTextTask]: sendTextJob(db, texts, tellDelivery) } },
    { tasks: eachOf(partnerTasks(services), leftWhenStopping) },
    // A node converts one document at a time: the next one is left to a node that is free.
    { tasks: conversionTasks(services), atOnce: 1 },
  ];
}
