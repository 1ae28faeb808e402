import { useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import { joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectFieldsOf } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { Guide } from '#web/features/signing/Guide.tsx';
import { withoutOutcomes } from '#web/features/signing/field-outcome.ts';
import { startRulesListener } from '#web/features/signing/rules-listener.ts';
import { selectSigningFiles, selectSubject, writtenFields } from '#web/features/signing/signing.selectors.ts';
import { signingActions } from '#web/features/signing/signing.slice.ts';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { SelfSignDialog } from '#web/features/visitor/SelfSignDialog.tsx';
import { shownBefore } from '#web/features/visitor/shown-before.ts';
import { signAlone } from '#web/features/visitor/sign-alone.ts';
import type { VisitorFile } from '#web/services/visitor/visitor-database.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { PictureMaker } from '../shared/PictureMaker.tsx';
import { useGuide } from '../shared/use-guide.ts';
import { useSigningLayer } from '../shared/use-signing-layer.tsx';
import type { DocumentState } from '../shared/use-open-document.ts';
import { useCoreFields } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

interface FillViewProps {
  file: VisitorFile;
  opened: DocumentState;
  onSigned: (signed: Blob) => void;
}

const stay = (): void => undefined;

/** Filling in and signing for visitors. */
export function FillView({ file, opened, onSigned }: FillViewProps) {
  const store = useStore() as AppStore;
  const viewer = useRef<ViewerHandle>(null);
  const ready = useFilling(file, opened);
  const [finishing, setFinishing] = useState(false);
  const finish = useCallback(() => setFinishing(true), []);
  const guide = useGuide(viewer, { shown: file.id, choose: stay, onComplete: finish });
  const layer = useSigningLayer(file.id, opened, guide);
  const sign = async (name: string): Promise<void> => {
    const [current] = selectSigningFiles(store.getState());
    if (!current || opened.status !== 'open') return;
    onSigned(await signAlone({ body: opened.body, password: opened.password, fields: writtenFields(current), before: current.before, name }));
  };
  if (!ready) return <LoadingOverlay />;
  return (
    <>
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={file.title} viewerRef={viewer} layer={layer} />
      </div>
      <Guide started={false} actions={guide} onFinish={finish} />
      {guide.picture ? <PictureMaker {...guide.picture} name="" remember={false} onClose={guide.pictureDone} /> : null}
      {finishing ? <SelfSignDialog start="" sign={sign} onClose={() => setFinishing(false)} /> : null}
    </>
  );
}

/** Opens the signing with the fields of the editor, and copies the values back on leaving. True once open. */
function useFilling(file: VisitorFile, opened: DocumentState): boolean {
  const dispatch = useAppDispatch();
  const store = useStore() as AppStore;
  const inFile = useCoreFields(opened);
  const subject = useAppSelector(selectSubject);
  useEffect(startRulesListener, []);
  useEffect(() => {
    if (inFile === null || selectSubject(store.getState()) === file.id) return undefined;
    const left = new AbortController();
    const open = async (): Promise<void> => {
      const own = await joinFieldsInSlices([], inFile, left.signal);
      const edited = selectFieldsOf(store.getState(), file.id);
      const fields = edited.length > 0 ? edited : await joinFieldsInSlices(file.fields ?? [], inFile, left.signal);
      if (!own || !fields || left.signal.aborted) return;
      const files = [{ id: file.id, title: file.title, fields, before: shownBefore(fields, own) }];
      dispatch(signingActions.signingOpened({ subject: file.id, signer: {}, files, today: new Date().toISOString() }));
    };
    void open();
    return () => left.abort();
  }, [dispatch, store, file, inFile]);
  useEffect(
    () => () => {
      // Entered values are kept when more fields are placed.
      const [filled] = selectSigningFiles(store.getState());
      if (filled) dispatch(editorActions.fieldsChanged(withoutOutcomes(filled)));
      dispatch(signingActions.signingClosed());
    },
    [dispatch, store],
  );
  return subject === file.id;
}
