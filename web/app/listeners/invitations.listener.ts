import i18next from 'i18next';
import { fillPath, routes } from '#contract/routes.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import { fetchInvites } from '#web/entities/organizations/invites.requests.ts';
import { startListening } from '#web/entities/store.ts';
import { addFurtherTexts } from '#web/services/i18n/i18n.ts';
import { notify } from '#web/ui/snackbar.ts';
import { router } from '../router.tsx';

/** Tells somebody of an invitation to an organization as soon as it is made. Events about invitations of others name none. */
export const startInvitationsListener = (): void => {
  startListening({
    actionCreator: liveEventReceived,
    effect: async ({ payload: { type, data } }, { dispatch }) => {
      const { inviteId } = data;
      if (type !== 'invite_to_org' || typeof inviteId !== 'string') return;
      const answer = await dispatch(fetchInvites());
      const invite = fetchInvites.fulfilled.match(answer) ? answer.payload.find(({ id }) => id === inviteId) : undefined;
      if (!invite) return;
      await addFurtherTexts();
      notify(i18next.t('invitations.notice', { ns: 'organizations', name: invite.name }), {
        id: inviteId,
        action: { text: i18next.t('invitations.open', { ns: 'organizations' }), run: () => void router.navigate(fillPath(routes.invite, { id: inviteId })) },
      });
    },
  });
};
