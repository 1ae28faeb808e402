/** Notifications about sharing: one history entry, one live event and one message per action. */
import type { EventType } from '#contract/events.ts';
import type { InsightAction, InsightAttributes } from '#contract/entities/insight.ts';
import { joinName } from '#contract/person-names.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { readableLocale } from '#server/platform/texts.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { issueMagicCode, magicLink } from '#server/identity/magic-code.ts';
import type { Reach, User } from '#server/repositories/users.repository.ts';
import type { Caller } from '../caller.ts';
import { recordInsight } from '#server/services/audit/insights.service.ts';
import type { NotifyConfig } from '#server/services/transactions/transaction-notifications.ts';
import { displayName } from '#server/services/transactions/transaction-state.ts';
import { notify } from '#server/services/notifications/notify.ts';
import { sendNotice } from '#server/services/notifications/send-notice.ts';
import { shareKey } from './share-key.ts';
import type { Shareable, ShareableKind } from './shareable.ts';

/** The resource acted on, and the caller who acts. */
export interface SharingContext {
  kind: ShareableKind;
  resource: Shareable;
  caller: Caller;
}

type SharingCode = SharingMail | 'sharing_stopped';
type SharingMail = 'resource_shared' | 'owner_changed' | 'access_requested' | 'access_request_accepted' | 'access_request_rejected';

/** The purpose of links to a shared resource. They are revoked when it is no longer shared with the person. */
export const sharingPurpose = ({ kind, resource }: Pick<SharingContext, 'kind' | 'resource'>): string => `share:${kind.kind}:${resource.id}`;

export async function recordSharing({ kind, resource, caller }: SharingContext, tx: Tx, action: InsightAction, attributes: InsightAttributes): Promise<void> {
  await recordInsight(tx, caller, {
    resourceId: resource.id, resourceType: kind.resourceType, action, attributes: { title: resource.title, ...attributes },
  });
}

export async function publishSharingEvent({ kind, resource, caller }: SharingContext, tx: Tx, type: EventType, userIds: readonly string[], data: Record<string, unknown> = {}): Promise<void> {
  await publishEvent(tx, {
    type, resourceId: resource.id, orgId: resource.orgId, actorId: caller.userId, userIds, data: { kind: kind.kind, title: resource.title, ...data },
  });
}

/** Adds to the notifications of those whom it concerns. Without a title that they may not see: it is read with their rights. */
export const notifyOfSharing = (tx: Tx, { kind, resource, caller }: SharingContext, code: SharingCode, userIds: readonly string[]): Promise<void> =>
  notify(tx, { code, source: { kind: kind.kind, id: resource.id }, actorId: caller.userId, userIds, person: { userId: caller.userId } });

interface SharingLetter {
  template: SharingMail;
  to: User;
  config: NotifyConfig;
  page: string;
  message?: string;
}

/**
 * Sends a message about sharing in its reader's language: mail, or a text message if only a number is known. Its link signs in a
 * reader who has no full account.
 */
export async function sendSharingMessage({ kind, resource, caller }: SharingContext, tx: Tx, { template, to, config, page, message }: SharingLetter): Promise<void> {
  const reach = reachOf(to);
  if (reach === null || to.id === caller.userId) return;
  await sendNotice(tx, {
    template,
    to: { ...reach, name: joinName(to.first_name, to.last_name) || null },
    locale: to.locale ?? caller.locale,
    locales: config.locales,
    ...(template !== 'access_requested' && { about: shareKey({ kind: kind.kind, resourceId: resource.id, userId: to.id }) }),
    data: {
      title: resource.title,
      actorName: displayName({ first_name: caller.firstName, last_name: caller.lastName, email: caller.email, phone: caller.phone }),
      message: message || null,
      link: await linkFor(tx, config, { to, page, purpose: sharingPurpose({ kind, resource }), locale: to.locale ?? caller.locale }),
    },
  });
}

function reachOf({ email, phone }: User): Reach | null {
  if (email !== null) return { email };
  return phone === null ? null : { email, phone };
}

async function linkFor(tx: Tx, config: NotifyConfig, { to, page, purpose, locale }: { to: User; page: string; purpose: string; locale: string }): Promise<string> {
  if (to.type === 'user') return new URL(page, config.appUrl).href;
  return magicLink(config, page, await issueMagicCode(tx, { userId: to.id, purpose }), readableLocale(locale, config.locales));
}
