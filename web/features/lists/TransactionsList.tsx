import { FilePlus2, PenLine } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ListSort } from '#contract/entities/list-query.ts';
import { transactionFilters } from '#contract/entities/list-query.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { DownloadableFiles } from '#web/entities/downloads/downloads.slice.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { nextReminded } from '#web/entities/transactions/remindable-from.ts';
import { useDuplicate } from '#web/entities/transactions/use-duplicate.ts';
import { cancelTransaction, deleteTransaction, transactionsRequests } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransactionsState, transactionsListOpened } from '#web/entities/transactions/transactions.slice.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import * as snackbar from '#web/ui/snackbar.ts';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { BulkStrip } from './BulkStrip.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';
import { EndOfList } from './EndOfList.tsx';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { CancelOrDeleteDialog } from './CancelOrDeleteDialog.tsx';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { TransactionRow } from './TransactionRow.tsx';
import type { TransactionAction, NextAction, Viewer } from './transactions-list.ts';
import { actionsFor, pathOf } from './transactions-list.ts';
import type { Selection } from './use-selection.ts';
import { useArchive, type Archive } from './use-archive.ts';
import { useLabeling, type LabelItem } from './use-labeling.tsx';
import { useRemindAll } from './use-remind-all.ts';
import { useSelection } from './use-selection.ts';
import { useListQuery } from './use-list-query.ts';
import { useServerList } from './use-server-list.ts';
import styles from './Row.module.scss';

/** Key of the download of several transactions. */
const ALL = 'chosen';

const NewRequest = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <CreateButton right="createTransactions" icon={<Icon of={FilePlus2} />} AskName={AskName} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction' }))}>
      {t('newRequest')}
    </CreateButton>
  );
};

/** The current user. Before the profile is loaded, only the id is known. */
const useViewer = (): Viewer => {
  const profile = useAppSelector(selectProfile);
  const userId = useAppSelector(selectUserId) ?? '';
  return useMemo(() => profile ?? { id: userId, email: null, phone: null }, [profile, userId]);
};

type PendingConfirmation = { action: 'remind' | 'rename' | 'correct' | 'cancel' | 'delete'; transaction: Transaction } | null;

const downloadableOf = ({ name, fileIds, attributes }: Transaction): DownloadableFiles => ({ title: name, fileIds, auditFileId: attributes.auditFileId });
type Label = ReturnType<typeof useLabeling>['label'];
const itemOf = ({ id, name, folderId, tagIds }: Transaction): LabelItem => ({ id, title: name, folderId, tagIds });
const sayFailure = (error: ErrorInfo): void => snackbar.notifyError(errorText(error));

/** Row actions, which navigate, download or open a dialog. */
const useTransactionActions = (archive: Archive, label: Label) => {
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

export interface TransactionsListProps {
  /** The remind dialog, shared with the transaction screen. */
  Remind: ComponentType<{ transaction: Transaction; recipient: Recipient; onClose: () => void }>;
  /** The dialog of a correction, shared with the transaction screen. */
  Correct: ComponentType<{ transaction: Transaction; onClose: () => void }>;
  /** Account prompts after a transaction was sent or received. */
  Prompts: ComponentType;
  AskName: AskName;
}

interface DialogsProps extends Pick<TransactionsListProps, 'Remind' | 'Correct'> {
  confirmation: PendingConfirmation;
  /** The current version of the transaction in the dialog. */
  current: Transaction | undefined;
  close(): void;
}

const Dialogs = ({ Remind, Correct, confirmation, current, close }: DialogsProps) => {
  const recipient = confirmation?.action === 'remind' ? nextReminded(activeRecipients(confirmation.transaction.recipients)) : null;
  return (
    <>
      {confirmation && recipient ? (
        <Suspense>
          <Remind transaction={current ?? confirmation.transaction} recipient={recipient} onClose={close} />
        </Suspense>
      ) : null}
      {confirmation?.action === 'correct' ? (
        <Suspense>
          <Correct transaction={current ?? confirmation.transaction} onClose={close} />
        </Suspense>
      ) : null}
      {confirmation?.action === 'rename' ? (
        <RenameDialog item={{ kind: 'transaction', id: confirmation.transaction.id, title: confirmation.transaction.name }} onClose={close} />
      ) : null}
      <CancelOrDeleteDialog
        action={confirmation?.action === 'delete' ? 'delete' : 'cancel'}
        transaction={confirmation?.action === 'cancel' || confirmation?.action === 'delete' ? confirmation.transaction : null}
        onClose={close}
      />
    </>
  );
};

/** The rows for the current query, as far as they were loaded. */
const useRows = () => {
  const state = useAppSelector(selectTransactionsState);
  const [query, setQuery] = useListQuery(transactionFilters);
  const list = useServerList({ query, state, requests: transactionsRequests, opened: transactionsListOpened });
  const rows = useMemo(() => list.ids.flatMap((id) => state.entities[id] ?? []), [list.ids, state.entities]);
  return { state, query, setQuery, list, rows };
};

interface RowsProps {
  rows: readonly Transaction[];
  total: number | null;
  viewer: Viewer;
  search: string;
  sort: ListSort;
  actions: ReturnType<typeof useTransactionActions>;
  selection: Selection;
}

const idOf = ({ id }: { id: string }): string => id;
/** Height of a row on desktops, in pixels. */
const ROW = 72;

const Rows = ({ rows, total, viewer, search, sort, actions, selection }: RowsProps) => {
  const { t } = useTranslation('lists');
  return (
    <VirtualList label={t('transactions')} className={styles.rows} items={rows} total={total} keyOf={idOf} estimate={ROW}>
      {(transaction, row) => (
        <TransactionRow
          key={transaction.id}
          row={row}
          transaction={transaction}
          viewer={viewer}
          search={search}
          sort={sort}
          onAction={actions.act}
          isDownloading={actions.downloading === transaction.id}
          isSelected={selection.ids.has(transaction.id)}
          onSelect={selection.toggle}
        />
      )}
    </VirtualList>
  );
};

/** Actions on several transactions, limited to those that each of them permits. */
const BulkActions = ({ rows, isComplete, viewer, selection, actions, archive, label }: Omit<RowsProps, 'search' | 'sort' | 'total'> & { isComplete: boolean; archive: Archive; label: Label }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [pendingAction, setPendingAction] = useState<'remind' | 'cancel' | 'delete' | null>(null);
  const remind = useRemindAll();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const possible = (['remind', 'download', 'label', 'archive', 'unarchive', 'cancel', 'delete'] as const).filter((action) => chosen.every((each) => actionsFor(each, viewer).includes(action)));
  const take = async (id: string) => {
    if (pendingAction === 'remind') return remind(chosen.find((each) => each.id === id));
    const result = pendingAction === 'cancel' ? await dispatch(cancelTransaction({ id })) : await dispatch(deleteTransaction({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  const run = (action: (typeof possible)[number]) => {
    if (action === 'download') actions.downloadAll(chosen);
    else if (action === 'label') label(chosen.map(itemOf));
    else if (action === 'archive' || action === 'unarchive') void archive(chosen.map(itemOf), action === 'archive');
    else setPendingAction(action);
  };
  return (
    <>
      <SelectionBar
        selection={selection}
        total={rows.length}
        isComplete={isComplete}
        actions={possible.map((action) => ({ key: action, text: t(`act.${action}`), negative: action === 'delete', isPending: action === 'download' && actions.downloading === ALL, run: () => run(action) }))}
      />
      {pendingAction ? (
        <BulkActionDialog action={pendingAction} items={chosen.map(itemOf)} run={take} onClose={() => setPendingAction(null)} />
      ) : null}
    </>
  );
};

const TransactionsList = ({ Remind, Correct, Prompts, AskName }: TransactionsListProps) => {
  const { t } = useTranslation('lists');
  const viewer = useViewer();
  const { state, query, setQuery, list, rows } = useRows();
  const archive = useArchive('transaction');
  const { label, dialog } = useLabeling('transaction');
  const actions = useTransactionActions(archive, label);
  const selection = useSelection(useMemo(() => rows.map(idOf), [rows]));
  const filters = transactionFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }));

  return (
    <ListFrame
      title={t('transactions')}
      action={<NewRequest AskName={AskName} />}
      filters={filters}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchTransactions')}
      waiting={list.isWaiting}
      isOutdated={list.isOutdated}
      total={list.total}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      hasPairs
      hasLabels
      empty={
        <EmptyState
          icon={PenLine}
          title={t('empty.transactions')}
          actions={
            <>
              <NewRequest AskName={AskName} />
              <LinkButton look="quiet" to={`${routes.upload}?wizard=true`}>
                {t('empty.guided')}
              </LinkButton>
            </>
          }
        >
          {t('empty.transactionsHow')}
        </EmptyState>
      }
    >
      {state.counters.all > state.counters.draft ? (
        <Suspense>
          <Prompts />
        </Suspense>
      ) : null}
      {query.filter === 'all' && query.search + query.folder + query.tag === '' ? <BulkStrip /> : null}
      <Rows rows={rows} total={list.total} viewer={viewer} search={query.search} sort={query.sort} actions={actions} selection={selection} />
      <BulkActions rows={rows} isComplete={list.isComplete} viewer={viewer} actions={actions} archive={archive} label={label} selection={selection} />
      {dialog}
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <Dialogs Remind={Remind} Correct={Correct} confirmation={actions.confirmation} current={state.entities[actions.confirmation?.transaction.id ?? '']} close={actions.close} />
    </ListFrame>
  );
};

export default TransactionsList;
