import { useCallback, useEffect } from 'react';
import type { FileMeta } from '#contract/entities/file.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTemplate } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate } from '#web/entities/templates/templates.slice.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

interface LoadedResource {
  readonly title: string | null;
  /** Whether the owner can transfer it. A file of a transaction is transferred with the transaction. */
  readonly ownerCanChange: boolean;
  /** Whether this person may see the participants. */
  readonly maySeeSharing: boolean;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
}

const isOurs = (file: FileMeta | undefined, userId: string): boolean => file !== undefined && (file.ownerId === userId || file.sharedWith.includes(userId));

const names = { file: fetchFile.typePrefix, transaction: fetchTransaction.typePrefix, template: fetchTemplate.typePrefix } as const;

function load(dispatch: AppDispatch, { kind, id }: Resource): void {
  if (kind === 'file') void dispatch(fetchFile({ id }));
  else if (kind === 'template') void dispatch(fetchTemplate({ id }));
  else void dispatch(fetchTransaction({ id }));
}

/** The resource of an address, fetched again when the screen opens. */
export function useLoadedResource({ kind, id }: Resource): LoadedResource {
  const dispatch = useAppDispatch();
  const transaction = useAppSelector((state) => (kind === 'transaction' ? selectTransaction(state, id) : undefined));
  const template = useAppSelector((state) => (kind === 'template' ? selectTemplate(state, id) : undefined));
  const file = useAppSelector((state) => (kind === 'file' ? selectFile(state, id) : undefined));
  const request = useAppSelector((state) => selectRequest(state, `${names[kind]}/${id}`));
  const retry = useCallback(() => load(dispatch, { kind, id }), [dispatch, kind, id]);
  useEffect(retry, [retry]);
  // The resource disappeared while it was shown: deleted or no longer shared. The server returns the reason.
  const gone = transaction === undefined && file === undefined && template === undefined && request.status === 'resolved';
  useEffect(() => {
    if (gone) retry();
  }, [gone, retry]);
  const title = transaction?.name ?? file?.title ?? template?.name ?? null;
  const profile = useAppSelector(selectProfile);
  const maySeeSharing =
    profile !== null && (transaction ? may(transaction, profile, 'readSharing') : template ? mayWithTemplate(template, profile.id, 'readSharing') : isOurs(file, profile.id));
  // A denied request means that access was lost, even if cached data is still there.
  const lost = request.status === 'rejected' && (title === null || request.error.code === 'permission_denied');
  return { title, ownerCanChange: file ? file.changeOwnerAllowed : title !== null, maySeeSharing, error: lost ? request.error : null, retry };
}
