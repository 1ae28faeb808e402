import { FilePlus2, PenLine } from 'lucide-react';
import { Suspense, useCallback, useMemo, useState } from 'react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ListSort } from '#contract/entities/list-query.ts';
import { listSorts, transactionFilters } from '#contract/entities/list-query.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient, isEditable } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import type { WantedFiles } from '#web/entities/downloads/downloads.slice.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { cancelTransaction, deleteTransaction, fetchMoreTransactions, fetchTransactions } from '#web/entities/transactions/transactions.requests.ts';
import { allTransactions, selectTransactionsState } from '#web/entities/transactions/transactions.slice.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { BulkStrip } from './BulkStrip.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';
import { EndOfList } from './EndOfList.tsx';
import { needsAll } from './list-query.ts';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { CancelOrDeleteDialog } from './CancelOrDeleteDialog.tsx';
import { BulkCancelOrDeleteDialog } from './BulkCancelOrDeleteDialog.tsx';
import { TransactionRow } from './TransactionRow.tsx';
import type { TransactionAction, NextAction, Viewer } from './transactions-list.ts';
import { actsFor, listedTransactions, pathOf } from './transactions-list.ts';
import { useFetchedList } from './use-fetched-list.ts';
import type { Selection } from './use-selection.ts';
import { useSelection } from './use-selection.ts';
import { useListQuery } from './use-list-query.ts';
import styles from './Row.module.scss';

const shape = { filters: transactionFilters, sorts: listSorts } as const;
/** Key of the download of several transactions. */
const ALL = 'chosen';
const fetchFirst = () => fetchTransactions();
const fetchMore = (all: boolean) => fetchMoreTransactions({ all });

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

type PendingConfirmation = { act: 'remind' | 'cancel' | 'delete'; transaction: Transaction } | null;

const wantedOf = ({ name, fileIds, attributes }: Transaction): WantedFiles => ({ title: name, fileIds, auditFileId: attributes.auditFileId });
const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));

/** Row actions, which navigate, download or open a dialog. */
const useActs = () => {
  const navigate = useNavigate();
  const { downloading, download } = useDownload(sayFailure);
  const [asked, setAsked] = useState<PendingConfirmation>(null);
  const act = useCallback(
    (kind: TransactionAction | NextAction, transaction: Transaction) => {
      if (kind === 'download') void download(transaction.id, wantedOf(transaction));
      else if (kind === 'remind' || kind === 'cancel' || kind === 'delete') setAsked({ act: kind, transaction });
      else if (kind === 'share') void navigate(fillPath(routes.transactionSharing, { id: transaction.id }));
      else void navigate(pathOf(transaction));
    },
    [download, navigate],
  );
  const downloadAll = (all: readonly Transaction[]) => void download(ALL, { title: all[0]?.name ?? '', fileIds: [...new Set(all.flatMap(({ fileIds }) => fileIds))], auditFileId: null });
  return { act, asked, close: () => setAsked(null), downloading, downloadAll };
};

export interface TransactionsListProps {
  /** The remind dialog, shared with the transaction screen. */
  Remind: ComponentType<{ transaction: Transaction; recipient: Recipient; onClose: () => void }>;
  /** Account prompts after a transaction was sent or received. */
  Prompts: ComponentType;
  AskName: AskName;
}

interface DialogsProps extends Pick<TransactionsListProps, 'Remind'> {
  asked: PendingConfirmation;
  /** The current version of the transaction in the dialog. */
  current: Transaction | undefined;
  close(): void;
}

const Dialogs = ({ Remind, asked, current, close }: DialogsProps) => {
  const recipient = asked?.act === 'remind' ? activeRecipient(asked.transaction.recipients) : null;
  return (
    <>
      {asked && recipient ? (
        <Suspense>
          <Remind transaction={current ?? asked.transaction} recipient={recipient} onClose={close} />
        </Suspense>
      ) : null}
      <CancelOrDeleteDialog
        act={asked?.act === 'delete' ? 'delete' : 'cancel'}
        transaction={asked && asked.act !== 'remind' ? asked.transaction : null}
        onClose={close}
      />
    </>
  );
};

/** The rows for the current query, with as many pages as it needs. */
const useRows = (viewerId: string) => {
  const { i18n } = useTranslation();
  const state = useAppSelector(selectTransactionsState);
  const [query, setQuery] = useListQuery(shape);
  const list = useFetchedList({
    first: fetchTransactions.typePrefix,
    more: fetchMoreTransactions.typePrefix,
    fetchFirst,
    fetchMore,
    initiallyFetched: state.initiallyFetched,
    allFetched: state.allFetched,
    needsAll: needsAll(query),
  });
  const rows = useMemo(
    () => listedTransactions(allTransactions(state), query, viewerId, i18n.language),
    [state, query, viewerId, i18n.language],
  );
  return { state, query, setQuery, list, rows };
};

interface RowsProps {
  rows: readonly Transaction[];
  viewer: Viewer;
  search: string;
  sort: ListSort;
  acts: ReturnType<typeof useActs>;
  selection: Selection;
}

const idOf = ({ id }: { id: string }): string => id;
/** Height of a row on desktops, in pixels. */
const ROW = 72;

const Rows = ({ rows, viewer, search, sort, acts, selection }: RowsProps) => {
  const { t } = useTranslation('lists');
  return (
    <VirtualList label={t('transactions')} className={styles.rows} items={rows} keyOf={idOf} estimate={ROW}>
      {(transaction, row) => (
        <TransactionRow
          key={transaction.id}
          row={row}
          transaction={transaction}
          viewer={viewer}
          search={search}
          sort={sort}
          onAct={acts.act}
          isDownloading={acts.downloading === transaction.id}
          isSelected={selection.ids.has(transaction.id)}
          onSelect={selection.toggle}
        />
      )}
    </VirtualList>
  );
};

/** Actions on several transactions, limited to those that each of them permits. */
const BulkActions = ({ rows, viewer, selection, acts }: Omit<RowsProps, 'search' | 'sort'>) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const possible = (['download', 'cancel', 'delete'] as const).filter((act) => chosen.every((each) => actsFor(each, viewer).includes(act)));
  const take = async (id: string) => {
    const result = asked === 'cancel' ? await dispatch(cancelTransaction({ id })) : await dispatch(deleteTransaction({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  const run = (act: (typeof possible)[number]) => (act === 'download' ? acts.downloadAll(chosen) : setAsked(act));
  return (
    <>
      <SelectionBar
        selection={selection}
        total={rows.length}
        acts={possible.map((act) => ({ key: act, text: t(`act.${act}`), negative: act === 'delete', isPending: act === 'download' && acts.downloading === ALL, run: () => run(act) }))}
      />
      {asked ? (
        <BulkCancelOrDeleteDialog act={asked} items={chosen.map(({ id, name }) => ({ id, title: name }))} run={take} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
};

const isUnderWay = ({ status }: Transaction): boolean => !isEditable(status);

const TransactionsList = ({ Remind, Prompts, AskName }: TransactionsListProps) => {
  const { t } = useTranslation('lists');
  const viewer = useViewer();
  const { state, query, setQuery, list, rows } = useRows(viewer.id);
  const acts = useActs();
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
      waiting={!state.initiallyFetched && !list.error}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      hasPairs
      empty={
        <EmptyState icon={PenLine} title={t('empty.transactions')} actions={<NewRequest AskName={AskName} />}>
          {t('empty.transactionsHow')}
        </EmptyState>
      }
    >
      {allTransactions(state).some(isUnderWay) ? (
        <Suspense>
          <Prompts />
        </Suspense>
      ) : null}
      {query.filter === 'all' && query.search === '' ? <BulkStrip /> : null}
      <Rows rows={rows} viewer={viewer} search={query.search} sort={query.sort} acts={acts} selection={selection} />
      <BulkActions rows={rows} viewer={viewer} acts={acts} selection={selection} />
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <Dialogs Remind={Remind} asked={acts.asked} current={allTransactions(state).find(({ id }) => id === acts.asked?.transaction.id)} close={acts.close} />
    </ListFrame>
  );
};

export default TransactionsList;
