import { lazy, Suspense } from 'react';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';

const NotificationBell = lazy(() => import('#web/features/notifications/NotificationBell.tsx'));

/** The bell, for people who are signed in. `className`: of its place, which has its size before it loads. */
export const Notifications = ({ className }: { className: string | undefined }) => {
  if (!useAppSelector(selectIsSignedIn)) return null;
  return (
    <div className={className}>
      <Suspense>
        <NotificationBell />
      </Suspense>
    </div>
  );
};
