import { requestForgotten, selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';

/** State of the request that a dialog confirms, for one entity. `close` forgets it, so that a failure is not shown the next time. */
export function useDialogRequest({ typePrefix }: { typePrefix: string }, id: string | undefined, onClose: () => void) {
  const dispatch = useAppDispatch();
  const name = `${typePrefix}/${id ?? ''}`;
  const { status, error } = useAppSelector((state) => selectRequest(state, name));
  const close = (): void => {
    dispatch(requestForgotten(name));
    onClose();
  };
  return { isPending: status === 'pending', error, close };
}
