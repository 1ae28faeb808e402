import i18next from 'i18next';
import type { LiveEvent } from '#contract/events.ts';
import { filesRequests } from '#web/entities/files/files.requests.ts';
import { fileRemoved, selectFile } from '#web/entities/files/files.slice.ts';
import { liveEventReceived } from '#web/entities/live-event.ts';
import type { Resource, SharedKind } from '#web/entities/sharing/resource.ts';
import { keyOfResource, pathsOf } from '#web/entities/sharing/resource.ts';
import { fetchAccessRequests, fetchParticipants } from '#web/entities/sharing/sharing.requests.ts';
import { accessStatusReceived, selectParticipants } from '#web/entities/sharing/sharing.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { templatesRequests } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate, templateRemoved } from '#web/entities/templates/templates.slice.ts';
import { transactionsRequests } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction, transactionRemoved } from '#web/entities/transactions/transactions.slice.ts';
import { personName } from '#web/ui/initials.ts';
import { notify } from '#web/ui/snackbar.ts';
import { router } from '../router.tsx';

interface Happening {
  resource: Resource;
  title: string;
  event: LiveEvent;
  userId: string | null;
  state: RootState;
  dispatch: AppDispatch;
}

type Reaction = (happening: Happening) => void;

const isShared = (kind: unknown): kind is SharedKind => kind === 'file' || kind === 'transaction' || kind === 'template';

const goTo = (path: string): void => void router.navigate(path);

const lists = { file: filesRequests, transaction: transactionsRequests, template: templatesRequests } as const;
const removed = { file: fileRemoved, transaction: transactionRemoved, template: templateRemoved } as const;
const known = { file: selectFile, transaction: selectTransaction, template: selectTemplate } as const;

const refetchList = ({ resource, dispatch }: Happening): void => void dispatch(lists[resource.kind].refresh());

const isOwner = ({ resource: { kind, id }, state, userId }: Happening): boolean => known[kind](state, id)?.ownerId === userId;

/** Notifies the owner of an access request, with a link to answer it. */
const accessRequested: Reaction = ({ resource, title, event, dispatch }) => {
  void dispatch(fetchAccessRequests(resource));
  const name = personName((event.data['user'] ?? {}) as Parameters<typeof personName>[0]);
  notify(i18next.t('requests.notice', { ns: 'sharing', name, title }), {
    id: event.id,
    action: { text: i18next.t('requests.answer', { ns: 'sharing' }), run: () => goTo(pathsOf(resource).sharing) },
  });
};

const granted: Reaction = (happening) => {
  const { resource, title, event, dispatch } = happening;
  dispatch(accessStatusReceived({ key: keyOfResource(resource), status: 'accepted' }));
  refetchList(happening);
  notify(i18next.t('ask.granted', { ns: 'sharing', title }), {
    id: event.id,
    action: { text: i18next.t('ask.open', { ns: 'sharing' }), run: () => goTo(pathsOf(resource).view) },
  });
};

const refused: Reaction = ({ resource, dispatch }) => void dispatch(accessStatusReceived({ key: keyOfResource(resource), status: 'rejected' }));

/** A participant was removed: the resource disappears for them, and the owner sees one participant less. */
const stopped: Reaction = (happening) => {
  const { resource, title, event, dispatch } = happening;
  if (isOwner(happening)) return void dispatch(fetchParticipants(resource));
  dispatch(removed[resource.kind](resource.id));
  refetchList(happening);
  notify(i18next.t(`lost.${resource.kind}`, { ns: 'sharing', title }), { id: event.id });
};

const updated: Reaction = ({ resource, state, dispatch }) => {
  if (selectParticipants(state, keyOfResource(resource))) void dispatch(fetchParticipants(resource));
};

const shared: Reaction = (happening) => {
  refetchList(happening);
  updated(happening);
};

const reactions: Partial<Record<LiveEvent['type'], Reaction>> = {
  access_requested: accessRequested,
  access_request_accepted: granted,
  access_request_rejected: refused,
  resource_shared: shared,
  resource_sharing_stopped: stopped,
  transaction_updated: updated,
};

/** Live events about sharing. */
export const startSharingListener = (): void => {
  startListening({
    actionCreator: liveEventReceived,
    effect: ({ payload: event }, { dispatch, getState }) => {
      const { kind = 'transaction', title = '' } = event.data as { kind?: unknown; title?: string };
      const react = reactions[event.type];
      if (!react || !isShared(kind)) return;
      const state = getState();
      react({ resource: { kind, id: event.resourceId }, title, event, userId: state.session.userId, state, dispatch });
    },
  });
};
