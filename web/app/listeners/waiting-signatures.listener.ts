import i18next from 'i18next';
import { isAnyOf } from '@reduxjs/toolkit';
import { fillPath, routes } from '#contract/routes.ts';
import { sessionStarted } from '#web/entities/session/session.slice.ts';
import { startListening } from '#web/entities/store.ts';
import { serviceReturned, selectVisited } from '#web/entities/ui-state/ui.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { currentSession } from '#web/services/auth/auth.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { notify } from '#web/ui/snackbar.ts';
import { router } from '../router.tsx';

/** Milliseconds. The start has the line for itself. */
const SETTLE = 5000;

/** Says which documents somebody has agreed to sign while the server was away, and leads there: the signing goes on by itself. */
export const startWaitingSignaturesListener = (): void => {
  startListening({
    matcher: isAnyOf(sessionStarted, serviceReturned),
    effect: async (_, { cancelActiveListeners, delay, getState }) => {
      cancelActiveListeners();
      await delay(SETTLE);
      const { session, ui } = getState();
      if (!session.userId || ui.service === 'unavailable' || !currentSession()) return;
      try {
        const { waitingSignatures } = await import('#web/services/signing/signing-draft.service.ts');
        const shown = selectVisited(getState()).at(-1) ?? '';
        const [first] = (await waitingSignatures(session.userId)).filter(({ transactionId }) => !shown.includes(transactionId));
        if (!first) return;
        await addFurtherTexts();
        notify(i18next.t('waiting.notice', { ns: 'signing', title: first.title }), {
          id: 'waiting-signature',
          duration: Infinity,
          action: { text: i18next.t('waiting.continue', { ns: 'signing' }), run: () => void router.navigate(fillPath(routes.transaction, { id: first.transactionId })) },
        });
      } catch (error) {
        console.info('Whether signatures wait is not known', toAppError(error).code);
      }
    },
  });
};
