import type { EventType, LiveEvent } from '#contract/events.ts';
import { fetchFile, filesRequests } from '#web/entities/files/files.requests.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import type { ListState } from '#web/entities/list-state.ts';
import { liveEventReceived, liveEventsMissed } from '#web/entities/live-event.ts';
import { fetchOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { AppDispatch, RootState } from '#web/entities/store.ts';
import { startListening } from '#web/entities/store.ts';
import { fetchTransaction, transactionsRequests } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction, transactionRemoved } from '#web/entities/transactions/transactions.slice.ts';
import { eventsChanged, selectVisited } from '#web/entities/ui-state/ui.slice.ts';
import { onPrefetchedTaken } from '#web/services/api/call.ts';
import type { LiveEvents } from '#web/services/events/live-events.ts';
import { openLiveEvents } from '#web/services/events/live-events.ts';
import { prefetchedTransaction } from '../prefetch-data.ts';

type Reaction = (event: LiveEvent, dispatch: AppDispatch, state: RootState) => unknown;

/** If a page has not taken its prefetched response yet, fetches again afterwards: the older response would win otherwise. Returns whether that is so. */
const refetchAfterPrefetch = (id: string, dispatch: AppDispatch): boolean =>
  onPrefetchedTaken('transactions.get', { params: { id } }, () => void dispatch(fetchTransaction({ id })));

const isShown = (id: string, state: RootState): boolean => selectVisited(state).at(-1)?.includes(id) ?? false;
const refetchOne: Reaction = ({ resourceId: id }, dispatch, state) => refetchAfterPrefetch(id, dispatch) || dispatch(fetchTransaction({ id, inBackground: !isShown(id, state) }));
/** Fetches open documents of the transaction as well, which a signature or a draft may have changed. */
const refetchWithFiles: Reaction = (event, dispatch, state) => {
  refetchOne(event, dispatch, state);
  const fileIds = selectTransaction(state, event.resourceId)?.fileIds ?? [];
  for (const id of fileIds) if (selectFile(state, id)) void dispatch(fetchFile({ id }));
};
/** Also updates the counters of the list. */
const refetchList: Reaction = (_, dispatch) => dispatch(transactionsRequests.refresh());
const remove: Reaction = ({ resourceId }, dispatch) => dispatch(transactionRemoved(resourceId));
const refetchFiles: Reaction = (_, dispatch) => dispatch(filesRequests.refresh());
/** Members are notified about invitations of others, too. */
const refetchMembers: Reaction = ({ resourceId }, dispatch, state) =>
  selectOrganization(state, resourceId) && dispatch(fetchOrganization({ id: resourceId }));
/** Events with a listener of their own, or without an effect here. */
const none: Reaction = () => undefined;

const reactions: Record<EventType, Reaction> = {
  transaction_signed_by_recipient: refetchWithFiles,
  transaction_declined_by_recipient: refetchList,
  transaction_canceled: refetchList,
  transaction_deleted: remove,
  transaction_updated: refetchWithFiles,
  transaction_reassigned: refetchOne,
  incoming_transaction: refetchList,
  transaction_completed: refetchList,
  generate_audit: refetchOne,
  access_requested: none,
  access_request_accepted: none,
  access_request_rejected: none,
  resource_sharing_stopped: none,
  resource_shared: none,
  if_validation_rejected: refetchOne,
  if_validation_approved: refetchOne,
  bulk_job_end: none,
  bulk_sending_started: none,
  bulk_counter_changed: none,
  convert_to_pdf: refetchFiles,
  invite_to_org: refetchMembers,
};

/** Whether a list is on the screen, or was. */
const wasListed = ({ shown, initiallyFetched }: ListState<unknown>): boolean => shown !== null || initiallyFetched;

/** What is shown may be out of date, so the current resource is fetched again, unless access was refused. */
export const refetchShown = (dispatch: AppDispatch, state: RootState): void => {
  const shown = /[0-9a-f]{24}/.exec(selectVisited(state).at(-1) ?? '')?.[0];
  const wasRequested = (name: string): boolean => {
    const { status, error } = selectRequest(state, name);
    return status !== 'idle' && error?.code !== 'permission_denied';
  };
  const coming = prefetchedTransaction();
  if (coming) refetchAfterPrefetch(coming, dispatch);
  if (shown && wasRequested(`${fetchTransaction.typePrefix}/${shown}`)) void dispatch(fetchTransaction({ id: shown }));
  if (wasListed(state.transactions)) void dispatch(transactionsRequests.refresh());
  if (wasListed(state.files)) void dispatch(filesRequests.refresh());
};

let stream: (LiveEvents & { readonly userId: string }) | undefined;

/** One event stream for the signed-in person. */
export const openEventStream = (userId: string, dispatch: AppDispatch, getState: () => RootState): void => {
  if (stream?.userId === userId) return;
  stream?.close();
  const { close } = openLiveEvents({
    userId,
    onEvent: (event) => dispatch(liveEventReceived(event)),
    onState: (state) => dispatch(eventsChanged(state)),
    onGap: () => refetchShown(dispatch, getState()),
    onMissed: () => {
      refetchShown(dispatch, getState());
      dispatch(liveEventsMissed());
    },
  });
  stream = { userId, close };
};

/** Each event says what to fetch again; screens can listen as well. */
export const startLiveEventsListener = (): void => {
  startListening({
    actionCreator: liveEventReceived,
    effect: ({ payload }, { dispatch, getState }) => void reactions[payload.type](payload, dispatch, getState()),
  });
};
