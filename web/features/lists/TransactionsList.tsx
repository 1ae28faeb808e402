import { PenLine } from 'lucide-react';
import { Suspense, useMemo } from 'react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListSort } from '#contract/entities/list-query.ts';
import { isNarrowed, transactionFilters } from '#contract/entities/list-query.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { nextReminded } from '#web/entities/transactions/remindable-from.ts';
import { transactionsRequests } from '#web/entities/transactions/transactions.requests.ts';
import { selectTransactionsState, transactionsListOpened } from '#web/entities/transactions/transactions.slice.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { ApprovalsStrip } from './ApprovalsStrip.tsx';
import { BulkStrip } from './BulkStrip.tsx';
import type { AskName } from './CreateButton.tsx';
import { EndOfList } from './EndOfList.tsx';
import { ListFrame } from './ListFrame.tsx';
import { CancelOrDeleteDialog } from './CancelOrDeleteDialog.tsx';
import { NewRequest, SignAlone } from './NewRequest.tsx';
import { RecentTemplates } from './RecentTemplates.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { SelectedTransactions } from './SelectedTransactions.tsx';
import { TransactionRow } from './TransactionRow.tsx';
import type { Viewer } from './transactions-list.ts';
import type { Selection } from './use-selection.ts';
import { useArchive } from './use-archive.ts';
import { useLabeling } from './use-labeling.tsx';
import { useSelection } from './use-selection.ts';
import { type PendingConfirmation, type TransactionActions, useTransactionActions } from './use-transaction-actions.ts';
import { useListQuery } from './use-list-query.ts';
import { useServerList } from './use-server-list.ts';
import styles from './Row.module.scss';

/** The current user. Before the profile is loaded, only the id is known. */
const useViewer = (): Viewer => {
  const profile = useAppSelector(selectProfile);
  const userId = useAppSelector(selectUserId) ?? '';
  return useMemo(() => profile ?? { id: userId, email: null, phone: null }, [profile, userId]);
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
  actions: TransactionActions;
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
      action={
        <>
          <SignAlone AskName={AskName} />
          <NewRequest AskName={AskName} />
        </>
      }
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
      kind="transaction"
      empty={
        <>
          <ApprovalsStrip />
          <RecentTemplates />
          <EmptyState
            icon={PenLine}
            title={t('empty.transactions')}
            actions={
              <>
                <NewRequest AskName={AskName} />
                <SignAlone AskName={AskName} />
                <LinkButton look="quiet" to={`${routes.upload}?wizard=true`}>
                  {t('empty.guided')}
                </LinkButton>
              </>
            }
          >
            {t('empty.transactionsHow')}
          </EmptyState>
        </>
      }
    >
      {state.counters.all > state.counters.draft ? (
        <Suspense>
          <Prompts />
        </Suspense>
      ) : null}
      {isNarrowed(query) ? null : <ApprovalsStrip />}
      {query.filter === 'all' && !isNarrowed(query) ? (
        <>
          <RecentTemplates />
          <BulkStrip />
        </>
      ) : null}
      <Rows rows={rows} total={list.total} viewer={viewer} search={query.search} sort={query.sort} actions={actions} selection={selection} />
      <SelectedTransactions rows={rows} isComplete={list.isComplete} viewer={viewer} actions={actions} archive={archive} label={label} selection={selection} />
      {dialog}
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <Dialogs Remind={Remind} Correct={Correct} confirmation={actions.confirmation} current={state.entities[actions.confirmation?.transaction.id ?? '']} close={actions.close} />
    </ListFrame>
  );
};

export default TransactionsList;
