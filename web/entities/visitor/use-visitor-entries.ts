import { useEffect, useState } from 'react';
import { expectsSession, restoreSession } from '#web/services/auth/auth.ts';
import { toAppError } from '#web/services/app-error.ts';
import { noteVisitorEntries } from '#web/services/visitor/entries-hint.ts';
import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';
import { selectSession } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';

/** Another tab has signed in, and what is shown here moves to the account: this tab goes along. */
const followSignIn = async (): Promise<void> => {
  if (!expectsSession()) return;
  try {
    await restoreSession();
  } catch (error) {
    console.info('The sign-in of another tab was not reached', toAppError(error).code);
  }
};

/** What was added in this browser without an account, latest first, in all tabs. Null until it is read. */
export const useVisitorEntries = (): readonly VisitorListed[] | null => {
  const [entries, setEntries] = useState<readonly VisitorListed[] | null>(null);
  const { status } = useAppSelector(selectSession);
  useEffect(() => {
    let isWanted = true;
    let end: (() => void) | undefined;
    const start = async (): Promise<void> => {
      const [{ listVisitorEntries }, { onVisitorEntries }] = await Promise.all([
        import('#web/services/visitor/visitor-entries.service.ts'), import('#web/services/visitor/visitor-database.ts'),
      ]);
      const read = async (): Promise<void> => {
        try {
          const found = await listVisitorEntries();
          noteVisitorEntries(found.length > 0);
          if (isWanted) setEntries(found);
        } catch (error) {
          console.warn('What this browser keeps can\'t be read', toAppError(error).code);
          if (isWanted) setEntries([]);
        }
      };
      if (!isWanted) return;
      end = onVisitorEntries(() => {
        void read();
        if (status === 'visitor') void followSignIn();
      });
      await read();
    };
    void start();
    return () => {
      isWanted = false;
      end?.();
    };
  }, [status]);
  return entries;
};

/** Whether somebody without an account sees it: it waits, and belongs to nobody yet. */
export const isOfVisitor = ({ owner, state }: VisitorListed): boolean => owner === null && state !== 'local';
