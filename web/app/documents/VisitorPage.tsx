import { Download, PenLine } from 'lucide-react';
import { startTransition, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { injectEditor } from '#web/features/editor/store.ts';
import { injectSigning } from '#web/features/signing/keep-work.ts';
import { useSelfSignedNotice } from '#web/features/visitor/use-self-signed-notice.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import type { VisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { readVisitorFile } from '#web/services/visitor/visitor-files.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { DocumentHeader } from './DocumentHeader.tsx';
import { HeaderTools } from './EditorTools.tsx';
import { EditorWorkspace } from './EditorWorkspace.tsx';
import { FillView } from './FillView.tsx';
import { OpenFile } from './OpenFile.tsx';
import { SignedView } from './SignedView.tsx';
import { useSelectedDocument } from './use-files.ts';
import type { Opened } from './use-opened.ts';
import { useOpened } from './use-opened.ts';
import { useVisitorKeeping } from './use-visitor-keeping.ts';
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
  const file = useVisitorFile(id);
  if (ids.length === 0) return <OpenFile />;
  if (file === null) return <LoadingOverlay />;
  return file === 'gone' ? <OpenFile gone /> : <VisitorScreen key={file.id} file={file} />;
}

function useVisitorFile(id: string): Found {
  const [file, setFile] = useState<Found>(null);
  useEffect(() => {
    let wanted = true;
    setFile(null);
    const show = (found: Found): void => startTransition(() => (wanted ? setFile(found) : undefined));
    readVisitorFile(id).then(
      (found) => show(found ?? 'gone'),
      () => show('gone'),
    );
    return () => {
      wanted = false;
    };
  }, [id]);
  return file;
}

function VisitorScreen({ file }: { file: VisitorFile }) {
  const { t } = useTranslation('signing');
  const [mode, setMode] = useState<Mode>('place');
  const [signed, setSigned] = useState<Blob | null>(null);
  const read = useCallback(async () => signed ?? file.body, [file.body, signed]);
  const opened = useOpened(read);
  useDocumentTitle(file.title);
  useVisitorKeeping(file.id);
  useSelfSignedNotice();
  // The other view is large: it is put together in slices.
  const go = (next: Mode): void => startTransition(() => setMode(next));
  return (
    <div className={styles.screen}>
      <DocumentHeader title={file.title}>
        {signed ? (
          <Button look="primary" icon={<Icon of={Download} />} onPress={() => saveAs(signed, t('visitor.signedName', { title: file.title }))}>
            {t('visitor.download')}
          </Button>
        ) : (
          <ModeActs mode={mode} onMode={go} />
        )}
      </DocumentHeader>
      {signed ? <SignedView file={file} signed={signed} opened={opened} /> : null}
      {!signed && mode === 'place' ? <PlaceView file={file} opened={opened} /> : null}
      {!signed && mode === 'fill' ? <FillView file={file} opened={opened} onSigned={setSigned} /> : null}
    </div>
  );
}

const nobody: [] = [];

function PlaceView({ file, opened }: { file: VisitorFile; opened: Opened }) {
  const { id, title, fields } = file;
  return (
    <EditorWorkspace
      document={{ id, title, fields }}
      documents={[{ id, title }]}
      onDocument={() => undefined}
      opened={opened}
      people={nobody}
      local
    />
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
