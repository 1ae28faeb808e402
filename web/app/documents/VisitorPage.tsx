import { Download, FileUp, PenLine } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'react-redux';
import type { AppStore } from '#web/entities/store.ts';
import { errorText } from '#web/entities/error-text.ts';
import { joinFields } from '#web/entities/field/file-fields.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectFieldsOf } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { GuideBar } from '#web/features/signing/GuideBar.tsx';
import { injectSigning } from '#web/features/signing/keep-work.ts';
import { selectSigningFiles, selectSubject } from '#web/features/signing/signing.selectors.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import { SigningLayer } from '#web/features/signing/SigningLayer.tsx';
import { DocumentVerdict } from '#web/features/verdict/DocumentVerdict.tsx';
import type { ViewerHandle } from '#web/features/viewer/DocumentViewer.tsx';
import { SelfSignDialog } from '#web/features/visitor/SelfSignDialog.tsx';
import { signAlone } from '#web/features/visitor/sign-alone.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { AppError } from '#web/services/app-error.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { judgeSelfSigned } from '#web/services/signing/verdict.service.ts';
import type { VisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { keepVisitorFiles, readVisitorFile, updateVisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { HeaderTools } from './EditorTools.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { OpenedDocument } from './OpenedDocument.tsx';
import { PictureMaker } from './PictureMaker.tsx';
import { useSelectedDocument } from './use-files.ts';
import { useGuide } from './use-guide.ts';
import type { Opened } from './use-opened.ts';
import { useCoreFields, useOpened } from './use-opened.ts';
import styles from './documents.module.scss';

injectEditor();
injectSigning();

type Mode = 'place' | 'fill';
type Found = VisitorFile | 'gone' | null;

/** /file for people without an account: the document stays in this browser, and so does the signature. */
export default function VisitorPage() {
  const { ids: address = '' } = useParams();
  const ids = address.split(',').filter(Boolean);
  const [id] = useSelectedDocument(ids);
  const [file, setFile] = useState<Found>(null);
  useEffect(() => {
    let wanted = true;
    setFile(null);
    readVisitorFile(id).then(
      (found) => wanted && setFile(found ?? 'gone'),
      () => wanted && setFile('gone'),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  if (ids.length === 0) return <OpenFile />;
  if (file === null) return <LoadingOverlay />;
  return file === 'gone' ? <OpenFile gone /> : <VisitorScreen key={file.id} file={file} />;
}

function OpenFile({ gone = false }: { gone?: boolean }) {
  const { t } = useTranslation('signing');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const keep = async (files: FileList | null): Promise<void> => {
    if (!files || files.length === 0) return;
    const ids = await keepVisitorFiles([...files]);
    await navigate(`/file/${ids.join(',')}`);
  };
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={FileUp}
        title={gone ? t('visitor.gone') : t('visitor.empty')}
        actions={
          <Button look="primary" onPress={() => input.current?.click()}>
            {t('visitor.choose')}
          </Button>
        }
      >
        <p>{gone ? t('visitor.goneText') : t('visitor.drop')}</p>
        <p>{t('visitor.local')}</p>
      </EmptyState>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('visitor.choose')}
        onChange={(event) => void keep(event.target.files)}
      />
    </div>
  );
}

function VisitorScreen({ file }: { file: VisitorFile }) {
  const { t } = useTranslation('signing');
  const [mode, setMode] = useState<Mode>('place');
  const [signed, setSigned] = useState<Blob | null>(null);
  const read = useCallback(async () => signed ?? file.body, [file.body, signed]);
  const opened = useOpened(read);
  useDocumentTitle(file.title);
  useKeepFields(file.id);
  return (
    <div className={styles.screen}>
      <DocumentHeader title={file.title}>
        {signed ? (
          <Button look="primary" icon={<Icon of={Download} />} onPress={() => saveAs(signed, t('visitor.signedName', { title: file.title }))}>
            {t('visitor.download')}
          </Button>
        ) : (
          <ModeActs mode={mode} onMode={setMode} />
        )}
      </DocumentHeader>
      {signed ? (
        <SignedView file={file} signed={signed} opened={opened} />
      ) : mode === 'place' ? (
        <EditorWorkspace
          document={{ id: file.id, title: file.title, fields: file.fields }}
          documents={[{ id: file.id, title: file.title }]}
          onDocument={() => undefined}
          opened={opened}
          people={[]}
          local
        />
      ) : (
        <FillView file={file} opened={opened} onSigned={setSigned} />
      )}
    </div>
  );
}

/** Placing fields first, then filling them in; back again at any time. */
function ModeActs({ mode, onMode }: { mode: Mode; onMode: (mode: Mode) => void }) {
  const { t } = useTranslation('signing');
  const device = useDevice();
  if (mode === 'fill') return <Button onPress={() => onMode('place')}>{t('visitor.place')}</Button>;
  return (
    <>
      <HeaderTools local />
      <Button look="primary" icon={<Icon of={PenLine} />} onPress={() => onMode('fill')}>
        {device === 'phone' ? t('guide.next') : t('visitor.fill')}
      </Button>
    </>
  );
}

interface FillViewProps {
  file: VisitorFile;
  opened: Opened;
  onSigned: (signed: Blob) => void;
}

function FillView({ file, opened, onSigned }: FillViewProps) {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const viewer = useRef<ViewerHandle>(null);
  const inFile = useCoreFields(opened);
  const subject = useAppSelector(selectSubject);
  const guide = useGuide(viewer, file.id, () => undefined);
  const [finishing, setFinishing] = useState(false);
  useEffect(() => {
    if (inFile === null || selectSubject(store.getState()) === file.id) return;
    const edited = selectFieldsOf(store.getState(), file.id);
    const fields = edited.length > 0 ? edited : joinFields(file.fields ?? [], inFile);
    const files = [{ id: file.id, title: file.title, fields, before: joinFields([], inFile) }];
    dispatch(signingActions.signingOpened({ subject: file.id, signer: {}, files, today: new Date().toISOString() }));
  }, [dispatch, store, file, inFile]);
  useEffect(
    () => () => {
      // What was filled in stays when more fields are placed.
      const [filled] = selectSigningFiles(store.getState());
      if (filled) dispatch(editorActions.fieldsChanged(filled.fields));
      dispatch(signingActions.signingClosed());
    },
    [dispatch, store],
  );
  const sign = async (name: string): Promise<void> => {
    const [current] = selectSigningFiles(store.getState());
    if (!current || opened.status !== 'open') return;
    onSigned(await signAlone({ body: opened.body, password: opened.password, fields: current.fields, before: current.before, name }));
  };
  if (subject !== file.id) return <LoadingOverlay />;
  return (
    <>
      <div className={styles.middle}>
        <OpenedDocument
          opened={opened}
          title={file.title}
          viewerRef={viewer}
          layer={(page, size, paper) => (
            <SigningLayer fileId={file.id} page={page} size={size} paper={paper} onPicture={guide.askPicture} />
          )}
        />
      </div>
      <GuideBar started={false} onGo={guide.go} onFinish={() => setFinishing(true)} />
      {guide.picture ? <PictureMaker place={guide.picture} name="" remember={false} onClose={guide.pictureDone} /> : null}
      {finishing ? <SelfSignDialog start="" sign={sign} onClose={() => setFinishing(false)} /> : null}
    </>
  );
}

function SignedView({ file, signed, opened }: { file: VisitorFile; signed: Blob; opened: Opened }) {
  const { t } = useTranslation('signing');
  const judge = useCallback(() => judgeSelfSigned(signed), [signed]);
  return (
    <div className={styles.body}>
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={file.title} widgets />
      </div>
      <aside className={styles.verdictSide} aria-label={t('visitor.signed')}>
        <div className={styles.sideInner}>
          <div className={styles.done}>
            <h2 className={styles.doneTitle}>{t('visitor.signed')}</h2>
            <p className={styles.quiet}>{t('visitor.signedText')}</p>
          </div>
          <DocumentVerdict title={file.title} judge={judge} />
          <Button look="quiet" onPress={() => void signIn({ returnTo: '/transactions' })}>
            {t('visitor.signIn')}
          </Button>
        </div>
      </aside>
    </div>
  );
}

const RESTED = 600;

/** The visitor's fields stay with the document in this browser. */
function useKeepFields(id: string): void {
  const fields = useAppSelector((state) => selectFieldsOf(state, id));
  useEffect(() => {
    if (fields.length === 0) return undefined;
    const timer = setTimeout(() => {
      // Without storage the work lasts as long as the page: people must know it.
      updateVisitorFile(id, { fields }).catch((failure: unknown) => {
        notifyError(errorText(new AppError('idb_request_error', { cause: failure }).toInfo()), { id: 'visitor-storage' });
      });
    }, RESTED);
    return () => clearTimeout(timer);
  }, [id, fields]);
}
