import { useCallback, useEffect, useRef, useState } from 'react';
import type { FileMeta } from '#contract/entities/file.ts';
import { participationOf, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { approveTransaction, viewDocument } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import type { ViewedDocumentState } from '../shared/use-open-document.ts';

export type ReviewOutcome = 'approved' | 'declined' | { reassignedTo: string };

interface Trouble {
  of: 'approval' | 'opening';
  error: ErrorInfo;
}

export interface Review {
  /** The documents that were opened here or before, as they are now. */
  readonly opened: ReadonlySet<string>;
  /** The next document to open; null if there is none. */
  readonly next: FileMeta | null;
  readonly outcome: ReviewOutcome | null;
  readonly result: Transaction | null;
  readonly isApproving: boolean;
  /** Why the approval was not accepted, or why it was not recorded that a document was opened. */
  readonly trouble: Trouble | null;
  /** Whether a document has changed since it was seen. */
  readonly hasChanged: boolean;
  /** Whether the access code has to be entered again. */
  readonly needsCode: boolean;
  readonly unlocked: () => void;
  readonly approve: () => Promise<boolean>;
  readonly recordAgain: () => void;
  readonly end: (outcome: ReviewOutcome) => void;
}

interface Reviewed {
  transaction: Transaction;
  reader: Recipient;
  files: readonly FileMeta[];
  shown: FileMeta | undefined;
  document: ViewedDocumentState;
}

/** The versions in which the documents were seen: those opened on an earlier visit count as they are at the first sight of now. */
function useSeen({ reader, files, shown, document }: Omit<Reviewed, 'transaction'>, onOpened: (fileId: string) => void): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<ReadonlyMap<string, number>>(new Map());
  const [before] = useState(reader.viewedFileIds);
  const noted = useRef(new WeakSet());
  const report = useRef(onOpened);
  report.current = onOpened;
  useEffect(() => {
    setSeen((known) => {
      const missing = files.filter(({ id }) => before.includes(id) && !known.has(id));
      return missing.length === 0 ? known : new Map([...known, ...missing.map(({ id, version }) => [id, version] as const)]);
    });
  }, [files, before]);
  useEffect(() => {
    // A set of pages stays for a moment when the version changes: it is noted once, for the version that it was opened for.
    if (document.status !== 'open' || !shown || noted.current.has(document.set)) return;
    noted.current.add(document.set);
    setSeen((known) => new Map([...known, [shown.id, shown.version]]));
    report.current(shown.id);
  }, [document, shown]);
  return seen;
}

/** What an approver or a viewer has opened, and the approval. */
export function useReview(reviewed: Reviewed): Review {
  const { transaction: { id }, reader, files } = reviewed;
  const dispatch = useAppDispatch();
  const [recorded, setRecorded] = useState<ReadonlySet<string>>(new Set(reader.viewedFileIds));
  const [unrecorded, setUnrecorded] = useState<string | null>(null);
  const [outcome, end] = useState<ReviewOutcome | null>(null);
  const [result, setResult] = useState<Transaction | null>(null);
  const [isApproving, setApproving] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const fail = useCallback((of: Trouble['of'], error: ErrorInfo): void => {
    if (error.code === 'access_code_required') setNeedsCode(true);
    else setTrouble({ of, error });
  }, []);
  const record = useCallback(async (fileId: string): Promise<void> => {
    setUnrecorded(null);
    const answer = await dispatch(viewDocument({ id, fileId }));
    if (viewDocument.fulfilled.match(answer)) {
      setTrouble(null);
      setRecorded((known) => new Set([...known, fileId]));
      setResult(answer.payload);
    } else if (viewDocument.rejected.match(answer) && answer.payload) {
      setUnrecorded(fileId);
      fail('opening', answer.payload);
    }
  }, [dispatch, fail, id]);
  const seen = useSeen(reviewed, (fileId) => void (recorded.has(fileId) ? undefined : record(fileId)));
  // An approver agrees to what is in the documents; a viewer has seen them, whoever fills in what later.
  const isOutdated = (file: FileMeta): boolean => participationOf(reader) === 'approver' && seen.has(file.id) && seen.get(file.id) !== file.version;
  const opened = new Set(files.filter((file) => recorded.has(file.id) && !isOutdated(file)).map((file) => file.id));
  const reload = (): void => files.forEach((file) => void dispatch(fetchFile({ id: file.id })));
  const recordAgain = (): void => void (unrecorded === null ? undefined : record(unrecorded));
  const approve = async (): Promise<boolean> => {
    setApproving(true);
    setTrouble(null);
    const answer = await dispatch(approveTransaction({ id, documents: files.map((file) => ({ id: file.id, version: seen.get(file.id) ?? 0 })) }));
    setApproving(false);
    if (approveTransaction.fulfilled.match(answer)) {
      setResult(answer.payload);
      end('approved');
      return true;
    }
    if (!approveTransaction.rejected.match(answer) || !answer.payload) return false;
    fail('approval', answer.payload);
    if (answer.payload.code === 'conflict') reload();
    return false;
  };
  return {
    opened, outcome, result, isApproving, trouble, needsCode, approve, end,
    next: files.find((file) => !opened.has(file.id)) ?? null,
    hasChanged: trouble?.error.code === 'conflict' || files.some(isOutdated),
    unlocked: () => {
      setNeedsCode(false);
      recordAgain();
    },
    recordAgain,
  };
}
