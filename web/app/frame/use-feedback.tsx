import { lazy, Suspense, useState, type ReactNode } from 'react';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';

const FeedbackDialog = lazy(withFurtherTexts(() => import('#web/features/feedback/FeedbackDialog.tsx')));

/** Opens the message to the operators. `dialog` is rendered beside the control that opens it. */
export const useFeedback = (): { write: () => void; dialog: ReactNode } => {
  const profile = useAppSelector(selectProfile);
  const [isWriting, setWriting] = useState(false);
  const dialog = isWriting && profile ? (
    <Suspense>
      <FeedbackDialog profile={profile} onClose={() => setWriting(false)} />
    </Suspense>
  ) : null;
  return { write: () => setWriting(true), dialog };
};
