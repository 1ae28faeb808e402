import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { DownloadableFiles } from '#web/entities/downloads/downloads.slice.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useDuplicate } from '#web/entities/transactions/use-duplicate.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import * as snackbar from '#web/ui/snackbar.ts';
import type { NextAction, TransactionAction } from './transactions-list.ts';
import { pathOf } from './transactions-list.ts';
import type { Archive } from './use-archive.ts';
import type { useLabeling, LabelItem } from './use-labeling.tsx';

/** Key of the download of several transactions. */
export const ALL = 'chosen';

export type PendingConfirmation = { action: 'remind' | 'rename' | 'correct' | 'cancel' | 'delete'; transaction: Transaction } | null;

const downloadableOf = ({ name, fileIds, attributes }: Transaction): DownloadableFiles => ({ title: name, fileIds, auditFileId: attributes.auditFileId });
export type Label = ReturnType<typeof useLabeling>['label'];
export const itemOf = ({ id, name, folderId, tagIds }: Transaction): LabelItem => ({ id, title: name, folderId, tagIds });
const sayFailure = (error: ErrorInfo): void => snackbar.notifyError(errorText(error));

/** Row actions, which navigate, download or open a dialog. */
export const useTransactionActions = (archive: Archive, label: Label) => {
  const navigate = useNavigate();
  const { downloading, download } = useDownload(sayFailure);
  const duplicate = useDuplicate(snackbar);
  const [confirmation, setConfirmation] = useState<PendingConfirmation>(null);
  const act = useCallback(
    (kind: TransactionAction | NextAction, transaction: Transaction) => {
      if (kind === 'download') void download(transaction.id, downloadableOf(transaction));
      else if (kind === 'duplicate') void duplicate(transaction.id);
      else if (kind === 'remind' || kind === 'rename' || kind === 'correct' || kind === 'cancel' || kind === 'delete') setConfirmation({ action: kind, transaction });
      else if (kind === 'archive' || kind === 'unarchive') void archive([itemOf(transaction)], kind === 'archive');
      else if (kind === 'label') label([itemOf(transaction)]);
      else if (kind === 'share') void navigate(fillPath(routes.transactionSharing, { id: transaction.id }));
      else void navigate(pathOf(transaction));
    },
    [archive, download, duplicate, label, navigate],
  );
  const downloadAll = (all: readonly Transaction[]) => void download(ALL, { title: all[0]?.name ?? '', fileIds: [...new Set(all.flatMap(({ fileIds }) => fileIds))], auditFileId: null });
  return { act, confirmation, close: () => setConfirmation(null), downloading, downloadAll };
};

export type TransactionActions = ReturnType<typeof useTransactionActions>;
