/** Assigns jobs to lanes: slow kinds have lanes of their own, so that they delay only each other. */
import { sendMailJob } from '#server/outbox/mail.job.ts';
import { sendMailTask } from '#server/outbox/send-mail.ts';
import { sendTextTask } from '#server/outbox/send-text.ts';
import { sendTextJob } from '#server/outbox/text.job.ts';
import type { Infrastructure } from './infrastructure.ts';
import { publishDeliveryEvents } from '#server/services/notifications/delivery-events.ts';
import { abandonedOnShutdown } from '#server/jobs/attempts.ts';
import { eachOf, type Lane } from '#server/jobs/jobs.ts';
import { conversionTasks, longConversionTasks, partnerTasks, quickTasks, type JobServices } from './service-tasks.ts';
import { backupLanes, type BackupServices } from './backup-lane.ts';
import { maintenanceTasks, schedule } from './maintenance-tasks.ts';

type LaneInfrastructure = Pick<Infrastructure, 'authority' | 'config' | 'db' | 'log' | 'connectionString' | 'mail' | 'storage' | 'texts'>;

export function lanesOf(infrastructure: LaneInfrastructure, services: JobServices & BackupServices): Lane[] {
  const { db, mail, texts, storage } = infrastructure;
  return [
    { tasks: { ...maintenanceTasks(infrastructure), ...quickTasks(services) }, schedule },
    // A mail server or text gateway that hangs must delay neither the other nor any other job.
    { tasks: { [sendMailTask]: sendMailJob(db, mail, storage, publishDeliveryEvents) } },
    { tasks: { [sendTextTask]: sendTextJob(db, texts, publishDeliveryEvents) } },
    { tasks: eachOf(partnerTasks(services), abandonedOnShutdown) },
    // Few conversions per node at a time, so that an idle node takes the next one. Long ones delay only each other.
    { tasks: conversionTasks(services), atOnce: 2 },
    { tasks: longConversionTasks(services), atOnce: 1 },
    ...backupLanes(infrastructure, services),
  ];
}
