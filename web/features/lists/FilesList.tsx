import { Files, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FileSummary } from '#contract/entities/file.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchFiles, fetchMoreFiles } from '#web/entities/files/files.requests.ts';
import { allFiles, selectFilesState } from '#web/entities/files/files.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { createTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { accepted } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { DeleteFileDialog } from './DeleteFileDialog.tsx';
import { EndOfList } from './EndOfList.tsx';
import type { FileAct } from './FileRow.tsx';
import { FileRow } from './FileRow.tsx';
import { fileFilters, listedFiles } from './files-list.ts';
import { needsAll } from './list-query.ts';
import { ListFrame } from './ListFrame.tsx';
import { sorts } from './transactions-list.ts';
import { useDownload } from './use-download.ts';
import { useFetchedList } from './use-fetched-list.ts';
import { useListQuery } from './use-list-query.ts';
import styles from './Row.module.scss';

const shape = { filters: fileFilters, sorts } as const;
const fetchFirst = () => fetchFiles();
const fetchMore = () => fetchMoreFiles();

const AddFiles = () => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <FileButton look="primary" icon={<Icon of={Upload} />} accepted={accepted} onFiles={(files) => dispatch(addFiles(files, { kind: 'files' }))}>
      {t('addFiles')}
    </FileButton>
  );
};

const useActs = () => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { downloading, download } = useDownload();
  const [sending, setSending] = useState<string | null>(null);
  const [toDelete, setToDelete] = useState<FileSummary | null>(null);

  const send = async (file: FileSummary) => {
    setSending(file.id);
    const result = await dispatch(createTransaction({ fileIds: [file.id] }));
    setSending(null);
    if (createTransaction.fulfilled.match(result)) await navigate(`/transaction/${result.payload.id}/create`);
    else if (createTransaction.rejected.match(result) && result.payload) notifyError(errorText(result.payload, t('failed')));
  };
  const act = (kind: FileAct, file: FileSummary) => {
    if (kind === 'open') void navigate(`/file/${file.id}`);
    if (kind === 'send') void send(file);
    if (kind === 'download') void download(file.id, [file.id]);
    if (kind === 'delete') setToDelete(file);
  };
  return { act, busy: sending ?? downloading, toDelete, close: () => setToDelete(null) };
};

/** The rows for the address as it is, fetched as far as they are needed. */
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

const FilesList = () => {
  const { t } = useTranslation('lists');
  const userId = useAppSelector(selectUserId) ?? '';
  const { state, query, setQuery, list, rows } = useRows(userId);
  const { act, busy, toDelete, close } = useActs();

  return (
    <ListFrame
      title={t('files')}
      action={<AddFiles />}
      filters={fileFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }))}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchFiles')}
      waiting={!state.initiallyFetched && !list.error}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      empty={
        <EmptyState icon={Files} title={t('empty.files')} actions={<AddFiles />}>
          {t('empty.filesHow')}
        </EmptyState>
      }
    >
      <ul className={styles.rows} aria-label={t('files')}>
        {rows.map((file) => (
          <FileRow key={file.id} file={file} isMine={file.ownerId === userId} search={query.search} onAct={act} isBusy={busy === file.id} />
        ))}
      </ul>
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <DeleteFileDialog file={toDelete} onClose={close} />
    </ListFrame>
  );
};

export default FilesList;
