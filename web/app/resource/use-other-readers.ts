import { useEffect, useMemo } from 'react';
import { shallowEqual } from 'react-redux';
import { sameContact } from '#contract/entities/common.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransaction } from '#web/entities/transactions/transactions.slice.ts';
import type { OtherReader } from '#web/features/sharing/ParticipantList.tsx';

const none: readonly string[] = [];

/** People who see a sent transaction or its file as signers or in copy. The owner is listed elsewhere. */
export function useOtherReaders({ kind, id }: Resource): readonly OtherReader[] {
  const related = useRequestsOfOwnFile(kind === 'file' ? id : '');
  const ids = useMemo(() => (kind === 'transaction' ? [id] : related), [kind, id, related]);
  const transactions = useAppSelector((state) => ids.flatMap((each) => selectTransaction(state, each) ?? []), shallowEqual);
  return useMemo(() => transactions.filter(({ status }) => kind === 'transaction' || !isEditable(status)).flatMap(readersOf), [kind, transactions]);
}

/** Fetches the transactions of an own file, which list their recipients. */
function useRequestsOfOwnFile(fileId: string): readonly string[] {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
  const file = useAppSelector((state) => selectFile(state, fileId));
  const related = file?.ownerId === userId ? (file?.relatedToTransactions ?? none) : none;
  useEffect(() => {
    for (const id of related) void dispatch(fetchTransaction({ id, inBackground: true }));
  }, [dispatch, related]);
  return related;
}

function readersOf({ id, recipients, cc, owner }: Transaction): OtherReader[] {
  const copies = cc.filter((entry) => !recipients.some((each) => sameContact(each, entry)));
  return [
    ...recipients.filter((each) => !each.owner && !each.removed).map((person) => ({ key: person.id, role: 'recipient' as const, person })),
    ...copies.filter((entry) => !sameContact(entry, owner)).map((person, index) => ({ key: `cc-${id}-${index}`, role: 'cc' as const, person })),
  ];
}
