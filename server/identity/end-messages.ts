/** Web push messages end with the sign-in. A browser that can't reach its push service at the sign-out would go on getting them. */
import type { Provider } from 'oidc-provider';
import { deletePushSubscriptionsOfSession } from '#server/repositories/push-subscriptions.repository.ts';
import type { Platform } from '#server/platform/platform.ts';

export function endMessagesAtSignOut(provider: Provider, { db, log }: Pick<Platform, 'db' | 'log'>): void {
  provider.on('end_session.success', ({ oidc: { session } }) => {
    if (session?.uid) deletePushSubscriptionsOfSession(db, session.uid).catch((error: unknown) => log.error({ err: error }, 'the devices of a session that ended still get messages'));
  });
}
