import { Files, ShieldCheck, Upload } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ownershipFilters } from '#contract/entities/list-query.ts';
import type { FileSummary } from '#contract/entities/file.ts';
import { checkAddress, fillPath, routes } from '#contract/routes.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteFile, filesRequests } from '#web/entities/files/files.requests.ts';
import { filesListOpened, selectFilesState } from '#web/entities/files/files.slice.ts';
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
import { RenameDialog } from './RenameDialog.tsx';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { useListQuery } from './use-list-query.ts';
import { useServerList } from './use-server-list.ts';
import type { Selection } from './use-selection.ts';
import { useLabeling, type LabelItem } from './use-labeling.tsx';
import { archiveActions, useArchive, type Archive } from './use-archive.ts';
import { useSelection } from './use-selection.ts';
import styles from './Row.module.scss';

/** Key of the download of several files. */
const ALL = 'chosen';
/** Height of a row on desktops, in pixels. */
const ROW = 72;
const idOf = ({ id }: { id: string }): string => id;
const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));

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

type Label = ReturnType<typeof useLabeling>['label'];
const itemOf = ({ id, title, folderId, tagIds }: FileSummary): LabelItem => ({ id, title, folderId, tagIds });

const useFileActions = (archive: Archive, label: Label) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { downloading, download } = useDownload(sayFailure);
  const [sending, setSending] = useState<string | null>(null);
  const [toDelete, setToDelete] = useState<FileSummary | null>(null);
  const [toRename, setToRename] = useState<FileSummary | null>(null);

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
      if (kind === 'archive' || kind === 'unarchive') void archive([file], kind === 'archive');
      if (kind === 'label') label([itemOf(file)]);
      if (kind === 'rename') setToRename(file);
      if (kind === 'delete') setToDelete(file);
    },
    [archive, download, label, navigate, send],
  );
  const all = { send: (ids: string[]) => void send(ALL, ids), download: (ids: string[], title: string) => void download(ALL, { title, fileIds: ids, auditFileId: null }) };
  return { act, all, busy: sending ?? downloading, toDelete, close: () => setToDelete(null), toRename, closeRename: () => setToRename(null) };
};

interface BulkActionsProps {
  rows: readonly FileSummary[];
  isComplete: boolean;
  userId: string;
  selection: Selection;
  actions: ReturnType<typeof useFileActions>;
  archive: Archive;
  label: Label;
}

/** Actions on several files: create one transaction with all of them, download, delete. */
const BulkActions = ({ rows, isComplete, userId, selection, actions, archive, label }: BulkActionsProps) => {
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
        isComplete={isComplete}
        actions={[
          ...(mine && ids.length <= fileCount ? [{ key: 'send', text: t('act.send'), isPending: actions.busy === ALL, run: () => actions.all.send(ids) }] : []),
          { key: 'download', text: t('act.download'), isPending: actions.busy === ALL, run: () => actions.all.download(ids, chosen[0]?.title ?? '') },
          { key: 'label', text: t('act.label'), run: () => label(chosen.map(itemOf)) },
          ...archiveActions(chosen).map((key) => ({ key, text: t(`act.${key}`), run: () => void archive(chosen, key === 'archive') })),
          ...(mine ? [{ key: 'delete', text: t('act.delete'), negative: true, run: () => setDeleting(true) }] : []),
        ]}
      />
      {deleting ? <BulkActionDialog action="delete" items={chosen} run={remove} onClose={() => setDeleting(false)} /> : null}
    </>
  );
};

/** The rows for the current query, as far as they were loaded. */
const useRows = () => {
  const state = useAppSelector(selectFilesState);
  const [query, setQuery] = useListQuery(ownershipFilters);
  const list = useServerList({ query, state, requests: filesRequests, opened: filesListOpened });
  const rows = useMemo(() => list.ids.flatMap((id) => state.entities[id] ?? []), [list.ids, state.entities]);
  return { state, query, setQuery, list, rows };
};

const FilesList = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const userId = useAppSelector(selectUserId) ?? '';
  const { state, query, setQuery, list, rows } = useRows();
  const archive = useArchive('file');
  const { label, dialog } = useLabeling('file');
  const actions = useFileActions(archive, label);
  const selection = useSelection(useMemo(() => rows.map(idOf), [rows]));

  return (
    <ListFrame
      title={t('files')}
      action={<Add AskName={AskName} />}
      filters={ownershipFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }))}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchFiles')}
      waiting={list.isWaiting}
      isOutdated={list.isOutdated}
      total={list.total}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      kind="file"
      empty={
        <EmptyState icon={Files} title={t('empty.files')} actions={<AddFiles AskName={AskName} />}>
          {t('empty.filesHow')}
        </EmptyState>
      }
    >
      <VirtualList label={t('files')} className={styles.rows} items={rows} total={list.total} keyOf={idOf} estimate={ROW}>
        {(file, row) => (
          <FileRow
            key={file.id}
            row={row}
            file={file}
            isMine={file.ownerId === userId}
            search={query.search}
            sort={query.sort}
            onAction={actions.act}
            isBusy={actions.busy === file.id}
            isSelected={selection.ids.has(file.id)}
            onSelect={selection.toggle}
          />
        )}
      </VirtualList>
      <BulkActions rows={rows} isComplete={list.isComplete} userId={userId} selection={selection} actions={actions} archive={archive} label={label} />
      {dialog}
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      <DeleteFileDialog file={actions.toDelete} onClose={actions.close} />
      {actions.toRename ? <RenameDialog item={{ kind: 'file', id: actions.toRename.id, title: actions.toRename.title }} onClose={actions.closeRename} /> : null}
    </ListFrame>
  );
};

export default FilesList;
