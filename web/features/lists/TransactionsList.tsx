import { FilePlus2, PenLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Transaction } from '#contract/entities/transaction.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchMoreTransactions, fetchTransactions } from '#web/entities/transactions/transactions.requests.ts';
import { allTransactions, selectTransactionsState } from '#web/entities/transactions/transactions.slice.ts';
import { accepted } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { EndOfList } from './EndOfList.tsx';
import { needsAll } from './list-query.ts';
import { ListFrame } from './ListFrame.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { TakeAwayDialog } from './TakeAwayDialog.tsx';
import { TransactionRow } from './TransactionRow.tsx';
import type { MenuAct, NextAct, Viewer } from './transactions-list.ts';
import { listedTransactions, pathOf, sorts, transactionFilters } from './transactions-list.ts';
import { useDownload } from './use-download.ts';
import { useFetchedList } from './use-fetched-list.ts';
import { useListQuery } from './use-list-query.ts';
import styles from './Row.module.scss';

const shape = { filters: transactionFilters, sorts } as const;
const fetchFirst = () => fetchTransactions();
const fetchMore = () => fetchMoreTransactions();

const NewRequest = () => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <FileButton
      look="primary"
      icon={<Icon of={FilePlus2} />}
      accepted={accepted}
      onFiles={(files) => dispatch(addFiles(files, { kind: 'newTransaction' }))}
    >
      {t('newRequest')}
    </FileButton>
  );
};

/** Who looks at the list; before the profile is there, only the id is known. */
const useViewer = (): Viewer => {
  const profile = useAppSelector(selectProfile);
  const userId = useAppSelector(selectUserId) ?? '';
  return useMemo(() => profile ?? { id: userId, email: null, phone: null }, [profile, userId]);
};

type Asked = { act: 'remind' | 'cancel' | 'delete'; transaction: Transaction } | null;

/** What the acts of a row do: go somewhere, hand out files, or ask first. */
const useActs = () => {
  const navigate = useNavigate();
  const { downloading, download } = useDownload();
  const [asked, setAsked] = useState<Asked>(null);
  const act = (kind: MenuAct | NextAct, transaction: Transaction) => {
    if (kind === 'download') void download(transaction.id, transaction.fileIds);
    else if (kind === 'remind' || kind === 'cancel' || kind === 'delete') setAsked({ act: kind, transaction });
    else void navigate(pathOf(transaction));
  };
  return { act, asked, close: () => setAsked(null), downloading };
};

const Dialogs = ({ asked, close }: { asked: Asked; close(): void }) => (
  <>
    <RemindDialog transaction={asked?.act === 'remind' ? asked.transaction : null} onClose={close} />
    <TakeAwayDialog
      act={asked?.act === 'delete' ? 'delete' : 'cancel'}
      transaction={asked && asked.act !== 'remind' ? asked.transaction : null}
      onClose={close}
    />
  </>
);

/** The rows for the address as it is, fetched as far as they are needed. */
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
  acts: ReturnType<typeof useActs>;
}

const Rows = ({ rows, viewer, search, acts }: RowsProps) => {
  const { t } = useTranslation('lists');
  return (
    <ul className={styles.rows} aria-label={t('transactions')}>
      {rows.map((transaction) => (
        <TransactionRow
          key={transaction.id}
          transaction={transaction}
          viewer={viewer}
          search={search}
          onAct={acts.act}
          isDownloading={acts.downloading === transaction.id}
        />
      ))}
    </ul>
  );
};

const TransactionsList = () => {
  const { t } = useTranslation('lists');
  const viewer = useViewer();
  const { state, query, setQuery, list, rows } = useRows(viewer.id);
  const acts = useActs();
  const filters = transactionFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }));

  return (
    <ListFrame
      title={t('transactions')}
      action={<NewRequest />}
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
        <EmptyState icon={PenLine} title={t('empty.transactions')} actions={<NewRequest />}>
          {t('empty.transactionsHow')}
        </EmptyState>
      }
    >
      <Rows rows={rows} viewer={viewer} search={query.search} acts={acts} />
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <Dialogs asked={acts.asked} close={acts.close} />
    </ListFrame>
  );
};

export default TransactionsList;
