import { Download, FileUp, LockKeyhole, Send } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'react-redux';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { createTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { isSignedField } from '#web/entities/field/file-fields.ts';
import { saveAll } from '#web/features/editor/autosave.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { PasswordDialog } from '#web/features/protection/PasswordDialog.tsx';
import { EditSigned } from '#web/features/verdict/EditSigned.tsx';
import type { SavePage } from '#web/features/viewer/XhtmlViewer.tsx';
import { saveAs } from '#web/services/api/bodies.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { downloadFiles, savedName } from '#web/services/downloads/download.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../../resource/ResourceFailed.tsx';
import { ResourceMenu } from '../../resource/ResourceMenu.tsx';
import { useRename } from '../../resource/use-rename.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FieldConflicts } from '../editor/Conflicts.tsx';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useEditorLife } from '../editor/use-editor-life.ts';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useVerification } from '../shared/use-verification.ts';
import { pageSaver } from '../shared/save-filled-page.ts';
import { useCoreFields, useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import type { DocumentState } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

injectEditor();

/** /file/{ids}: one or more files of the signed-in person. */
export default function FilePage() {
  useFrame('narrow');
  const { ids: address = '' } = useParams();
  const ids = address.split(',').filter(Boolean);
  const { t } = useTranslation('completed');
  const { t: lists } = useTranslation('lists');
  const { files, complete, error, reload } = useFiles(ids);
  const [selected, choose] = useSelectedDocument(ids);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const userId = useAppSelector(selectUserId);
  useDocumentTitle(meta?.title);
  // Requests access to the first file that is not shared with this person.
  if (error && !complete) {
    const missing = ids.find((id) => !files.some((file) => file.id === id)) ?? ids[0] ?? '';
    return <ResourceFailed resource={{ kind: 'file', id: missing }} error={error} onRetry={reload} />;
  }
  if (!meta) return <LoadingOverlay />;
  const free = meta.ownerId === userId && meta.relatedToTransactions.length === 0;
  // Fields are placed into a PDF. A page has its own.
  const editable = meta.ext === 'pdf' && free;
  const signedName = (title: string): string => lists('signedName', { title });
  // Signatures beside a page come along.
  const save = async (body: Blob): Promise<void> => {
    if (!isPage(meta) || free) return saveAs(body, savedName(meta, signedName));
    await downloadFiles({ fileIds: [meta.id], form: 'separate', title: meta.title, signedName }).catch((failure: unknown) => notifyError(errorText(toAppError(failure))));
  };
  const onSavePage = opened.status === 'page' && free ? pageSaver(meta, opened.body, reload) : undefined;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={meta.title} backTo={routes.files}>
        {opened.status === 'open' || opened.status === 'page' ? (
          <IconButton label={t('download')} icon={<Icon of={Download} />} onPress={() => void save(opened.body)} />
        ) : null}
        <FileMenu meta={meta} userId={userId} opened={opened} onChanged={reload} />
        {free ? <SendActions files={files} hasEditor={editable} /> : null}
      </DocumentHeader>
      <FileContent meta={meta} files={files} opened={opened} free={free} editable={editable} onDocument={choose} onChanged={reload} onSavePage={onSavePage} />
    </div>
  );
}

/** Sub-screens and actions of a file that this person may use. */
function FileMenu({ meta, userId, opened, onChanged }: { meta: FileMeta; userId: string | null; opened: DocumentState; onChanged: () => void }) {
  const { id, title } = meta;
  const isMine = meta.ownerId === userId;
  const isOurs = isMine || meta.sharedWith.includes(userId ?? '');
  const { t } = useTranslation('upload');
  const navigate = useNavigate();
  const rename = useRename({ kind: 'file', id, title }, isMine && meta.renameAllowed);
  const protection = useProtection(meta, opened, isMine && meta.relatedToTransactions.length === 0, onChanged);
  const mayReplace = isMine && meta.renameAllowed && meta.ext === 'pdf';
  const replace: MenuAction = { key: 'replace', text: t('replace.open'), icon: <Icon of={FileUp} />, run: () => void navigate(fillPath(routes.fileUpload, { id })) };
  return (
    <>
      <ResourceMenu resource={{ kind: 'file', id }} maySeeSharing={isOurs} maySeeInsights={isOurs} more={[...rename.actions, ...(mayReplace ? [replace] : []), ...protection.actions]} />
      {rename.dialog}
      {protection.dialog}
    </>
  );
}

/** The menu action for the password of a PDF, and its dialog. A signed PDF keeps its protection, since its signatures cover it. */
function useProtection({ id }: FileMeta, opened: DocumentState, mayChange: boolean, onChanged: () => void): { actions: MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation('viewer');
  const [isOpen, setOpen] = useState(false);
  const fields = useCoreFields(opened);
  if (!mayChange || opened.status !== 'open' || fields === null || fields.some(isSignedField)) return { actions: [], dialog: null };
  const { body, password } = opened;
  const done = (): void => {
    setOpen(false);
    onChanged();
  };
  return {
    actions: [{ key: 'password', text: t(password === undefined ? 'protection.set' : 'protection.change'), icon: <Icon of={LockKeyhole} />, run: () => setOpen(true) }],
    dialog: isOpen ? <PasswordDialog file={{ id, body, password }} onDone={done} onClose={() => setOpen(false)} /> : null,
  };
}

/** Creates a transaction from the files, with their fields. */
function SendActions({ files, hasEditor }: { files: readonly FileMeta[]; hasEditor: boolean }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const store = useStore() as AppStore;
  const [busy, setBusy] = useState(false);
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await saveAll(store);
      const name = files[0]?.title ?? '';
      const made = await dispatch(createTransaction({ name, fileIds: files.map((file) => file.id) })).unwrap();
      await navigate(fillPath(routes.transactionCreate, { id: made.id }));
    } catch (failure) {
      notifyError(errorText(failure as ErrorInfo));
      setBusy(false);
    }
  };
  return (
    <>
      {hasEditor ? <HeaderTools /> : null}
      <Button look="primary" icon={<Icon of={Send} />} isPending={busy} onPress={() => void start()}>
        {t('ask')}
      </Button>
    </>
  );
}

interface FileContentProps {
  meta: FileMeta;
  files: readonly FileMeta[];
  opened: DocumentState;
  /** Whether the file is this person's and in no request. */
  free: boolean;
  editable: boolean;
  onDocument: (id: string) => void;
  onChanged: () => void;
  onSavePage: SavePage | undefined;
}

function FileContent({ meta, files, opened, free, editable, onDocument, onChanged, onSavePage }: FileContentProps) {
  const { t } = useTranslation('completed');
  const fields = useCoreFields(opened);
  const signed = fields?.some(isSignedField) ?? false;
  const validate = useVerification(opened, meta.id, free ? 0 : 1 + meta.attributes.signaturesCache.length);
  const mayRemove = useDeployment()?.removeSignatures ?? false;
  useEditorLife(editable);
  const plan = usePlanFlags(meta);
  // A signed document is shown read-only: new fields would invalidate its signatures.
  if (editable && !signed) {
    return (
      <>
        <EditorWorkspace
          document={{ id: meta.id, title: meta.title, fields: meta.attributes.fields, version: meta.metaVersion }}
          documents={files}
          onDocument={onDocument}
          opened={opened}
          people={[]}
          plan={plan}
        />
        <FieldConflicts files={files} />
      </>
    );
  }
  return (
    <>
      <FileTabs files={files} current={meta.id} onChoose={onDocument} />
      <div className={styles.body}>
        <div className={styles.middle}>
          <OpenedDocument opened={opened} title={meta.title} widgets fileId={meta.id} onSavePage={onSavePage} />
        </div>
        {/* A page that was never sent has no signatures to tell of. */}
        {opened.status === 'page' && free ? null : (
          <aside className={styles.verdictSide} aria-label={t('details')}>
            <div className={styles.sideInner}>
              <ComparableVerdict opened={opened} title={meta.title} validate={validate} />
              {editable && mayRemove && opened.status === 'open' ? <EditSigned file={{ id: meta.id, body: opened.body, password: opened.password }} onDone={onChanged} /> : null}
            </div>
          </aside>
        )}
      </div>
    </>
  );
}
