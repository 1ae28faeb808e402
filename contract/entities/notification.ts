/** The list of what happened to a person's requests, documents and memberships. Codes are stored, and each reader's app writes the sentence. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';
import type { NotificationCode } from '#contract/entities/notification-messages.ts';
import { eventTypes } from '#contract/events.ts';

const notificationSources = ['transaction', 'file', 'template', 'bulk', 'organization'] as const;
export type NotificationSource = (typeof notificationSources)[number];

/** The person whom the message names; null if it names none, or somebody without an account whom the reader may not see. */
const notificationPerson = z.object({ firstName: z.string().nullable(), lastName: z.string().nullable(), email: z.string().nullable(), phone: z.string().nullable() });

export const notification = z.object({
  id: objectId,
  action: z.enum(eventTypes),
  /** A code of `messagesOfEvents`. They are not listed here, because the schemas of all calls are in the first load of the app. */
  message: z.object({ code: z.string() as unknown as z.ZodType<NotificationCode> }),
  new: z.boolean(),
  timestamp: z.iso.datetime(),
  source: z.object({
    kind: z.enum(notificationSources),
    /**
     * What it is about, as far as the reader may see it now; null if it is gone or no longer theirs. `title`: null where an access
     * code comes first. `inviteId`: of an invitation that is open.
     */
    body: z.object({ id: objectId, title: z.string().nullable(), inviteId: objectId.nullable() }).nullable(),
  }),
  user: notificationPerson.nullable(),
});
export type Notification = z.infer<typeof notification>;
