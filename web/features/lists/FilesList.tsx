import { Files, ShieldCheck, Upload } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listSorts } from '#contract/entities/list-query.ts';
import type { FileSummary } from '#contract/entities/file.ts';
import { checkAddress, fillPath, routes } from '#contract/routes.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteFile, fetchFiles, fetchMoreFiles } from '#web/entities/files/files.requests.ts';
import { allFiles, selectFilesState } from '#web/entities/files/files.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { createTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';
import { DeleteFileDialog } from './DeleteFileDialog.tsx';
import { EndOfList } from './EndOfList.tsx';
import type { FileAction } from './FileRow.tsx';
import { FileRow } from './FileRow.tsx';
import { fileFilters, listedFiles } from './files-list.ts';
import { needsAll } from './list-query.ts';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { BulkCancelOrDeleteDialog } from './BulkCancelOrDeleteDialog.tsx';
import { useFetchedList } from './use-fetched-list.ts';
import { useListQuery } from './use-list-query.ts';
import type { Selection } from './use-selection.ts';
import { useSelection } from './use-selection.ts';
import styles from './Row.module.scss';

const shape = { filters: fileFilters, sorts: listSorts } as const;
/** Key of the download of several files. */
const ALL = 'chosen';
/** Height of a row on desktops, in pixels. */
const ROW = 72;
const idOf = ({ id }: { id: string }): string => id;
const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));
const fetchFirst = () => fetchFiles();
const fetchMore = (all: boolean) => fetchMoreFiles({ all });

const AddFiles = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <CreateButton right="createFiles" icon={<Icon of={Upload} />} AskName={AskName} onFiles={(files) => dispatch(addFiles(files, { kind: 'files' }))}>
      {t('addFiles')}
    </CreateButton>
  );
};

const Add = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  return (
    <>
      <LinkButton icon={<Icon of={ShieldCheck} />} to={checkAddress}>
        {t('checkDocument')}
      </LinkButton>
      <AddFiles AskName={AskName} />
    </>
  );
};

const useActs = () => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { downloading, download } = useDownload(sayFailure);
  const [sending, setSending] = useState<string | null>(null);
  const [toDelete, setToDelete] = useState<FileSummary | null>(null);

  const send = useCallback(
    async (key: string, fileIds: string[]) => {
      setSending(key);
      const result = await dispatch(createTransaction({ fileIds }));
      setSending(null);
      if (createTransaction.fulfilled.match(result)) await navigate(fillPath(routes.transactionCreate, { id: result.payload.id }));
      else if (createTransaction.rejected.match(result) && result.payload) notifyError(errorText(result.payload, t('failed')));
    },
    [dispatch, navigate, t],
  );
  const act = useCallback(
    (kind: FileAction, file: FileSummary) => {
      const { id } = file;
      if (kind === 'open') void navigate(fillPath(routes.fileView, { ids: id }));
      if (kind === 'send') void send(id, [id]);
      if (kind === 'share') void navigate(fillPath(routes.fileSharing, { id }));
      if (kind === 'download') void download(id, { title: file.title, fileIds: [id], auditFileId: null });
      if (kind === 'delete') setToDelete(file);
    },
    [download, navigate, send],
  );
  const all = { send: (ids: string[]) => void send(ALL, ids), download: (ids: string[], title: string) => void download(ALL, { title, fileIds: ids, auditFileId: null }) };
  return { act, all, busy: sending ?? downloading, toDelete, close: () => setToDelete(null) };
};

interface BulkActionsProps {
  rows: readonly FileSummary[];
  userId: string;
  selection: Selection;
  acts: ReturnType<typeof useActs>;
}

/** Actions on several files: create one transaction with all of them, download, delete. */
const BulkActions = ({ rows, userId, selection, acts }: BulkActionsProps) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const [deleting, setDeleting] = useState(false);
  const { fileCount } = useLimits();
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const ids = chosen.map(idOf);
  const mine = chosen.every(({ ownerId }) => ownerId === userId);
  const remove = async (id: string) => {
    const result = await dispatch(deleteFile({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  return (
    <>
      <SelectionBar
        selection={selection}
        total={rows.length}
        acts={[
          ...(mine && ids.length <= fileCount ? [{ key: 'send', text: t('act.send'), isPending: acts.busy === ALL, run: () => acts.all.send(ids) }] : []),
          { key: 'download', text: t('act.download'), isPending: acts.busy === ALL, run: () => acts.all.download(ids, chosen[0]?.title ?? '') },
          ...(mine ? [{ key: 'delete', text: t('act.delete'), negative: true, run: () => setDeleting(true) }] : []),
        ]}
      />
      {deleting ? <BulkCancelOrDeleteDialog act="delete" items={chosen} run={remove} onClose={() => setDeleting(false)} /> : null}
    </>
  );
};

/** The rows for the current query, with as many pages as it needs. */
const useRows = (userId: string) => {
  const { i18n } = useTranslation();
  const state = useAppSelector(selectFilesState);
  const [query, setQuery] = useListQuery(shape);
  const list = useFetchedList({
    first: fetchFiles.typePrefix,
    more: fetchMoreFiles.typePrefix,
    fetchFirst,
    fetchMore,
    initiallyFetched: state.initiallyFetched,
    allFetched: state.allFetched,
    needsAll: needsAll(query),
  });
  const rows = useMemo(() => listedFiles(allFiles(state), query, userId, i18n.language), [state, query, userId, i18n.language]);
  return { state, query, setQuery, list, rows };
};

const FilesList = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const userId = useAppSelector(selectUserId) ?? '';
  const { state, query, setQuery, list, rows } = useRows(userId);
  const acts = useActs();
  const selection = useSelection(useMemo(() => rows.map(idOf), [rows]));

  return (
    <ListFrame
      title={t('files')}
      action={<Add AskName={AskName} />}
      filters={fileFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }))}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchFiles')}
      waiting={!state.initiallyFetched && !list.error}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      empty={
        <EmptyState icon={Files} title={t('empty.files')} actions={<AddFiles AskName={AskName} />}>
          {t('empty.filesHow')}
        </EmptyState>
      }
    >
      <VirtualList label={t('files')} className={styles.rows} items={rows} keyOf={idOf} estimate={ROW}>
        {(file, row) => (
          <FileRow
            key={file.id}
            row={row}
            file={file}
            isMine={file.ownerId === userId}
            search={query.search}
            sort={query.sort}
            onAct={acts.act}
            isBusy={acts.busy === file.id}
            isSelected={selection.ids.has(file.id)}
            onSelect={selection.toggle}
          />
        )}
      </VirtualList>
      <BulkActions rows={rows} userId={userId} selection={selection} acts={acts} />
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <DeleteFileDialog file={acts.toDelete} onClose={acts.close} />
    </ListFrame>
  );
};

export default FilesList;
