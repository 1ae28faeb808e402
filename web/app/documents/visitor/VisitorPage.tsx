import { Download, PenLine } from 'lucide-react';
import { startTransition, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { isSignedField } from '#web/entities/field/file-fields.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { injectSigning } from '#web/features/signing/signing-draft.ts';
import { useSelfSignedNotice } from '#web/features/visitor/use-self-signed-notice.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import type { VisitorFile } from '#web/services/visitor/visitor-database.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { CheckedDocument } from '../shared/CheckedDocument.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { FillView } from './FillView.tsx';
import { OpenFile } from './OpenFile.tsx';
import type { Signed } from './SignedView.tsx';
import { SignedView } from './SignedView.tsx';
import { useSelectedDocument } from '../shared/use-files.ts';
import type { DocumentState } from '../shared/use-open-document.ts';
import { useCoreFields, useOpenDocument } from '../shared/use-open-document.ts';
import { useVisitorFile } from './use-visitor-file.ts';
import { useVisitorAutosave } from './use-visitor-autosave.ts';
import styles from '../shared/documents.module.scss';

injectEditor();
injectSigning();

/** A signed document can be verified and filled in, but not edited. */
type Mode = 'check' | 'place' | 'fill';

/** /file for visitors: document and signature stay in this browser. */
export default function VisitorPage() {
  const { ids: address = '' } = useParams();
  const ids = address.split(',').filter(Boolean);
  const [id] = useSelectedDocument(ids);
  const file = useVisitorFile(id);
  if (ids.length === 0) return <OpenFile />;
  if (file === null) return <LoadingOverlay />;
  return file === 'gone' ? <OpenFile gone /> : <VisitorScreen key={file.id} file={file} />;
}

function VisitorScreen({ file }: { file: VisitorFile }) {
  const { t } = useTranslation('signing');
  const { t: lists } = useTranslation('lists');
  const [chosen, setChosen] = useState<Mode | null>(null);
  const [signed, setSigned] = useState<Signed | null>(null);
  const read = useCallback(async () => signed?.body ?? file.body, [file.body, signed]);
  const opened = useOpenDocument(read);
  const inFile = useCoreFields(opened, { named: true });
  const wasSigned = inFile?.some(isSignedField) ?? false;
  const mode = chosen ?? (wasSigned ? 'check' : 'place');
  useDocumentTitle(file.title);
  useVisitorAutosave(file.id);
  useSelfSignedNotice();
  // The other view is large; a transition keeps the page responsive.
  const go = (next: Mode): void => startTransition(() => setChosen(next));
  return (
    <div className={styles.screen}>
      <DocumentHeader title={file.title}>
        {signed ? (
          <Button look="primary" icon={<Icon of={Download} />} onPress={() => saveAs(signed.body, lists('signedName', { title: file.title.replace(/\.pdf$/i, '') }))}>
            {t('visitor.download')}
          </Button>
        ) : (
          <ModeActions mode={mode} wasSigned={wasSigned} isKnown={inFile !== null} onMode={go} />
        )}
      </DocumentHeader>
      {signed ? <SignedView file={file} signed={signed} opened={opened} /> : null}
      {!signed && mode === 'check' ? <CheckedDocument title={file.title} opened={opened} onFill={() => go('fill')} /> : null}
      {!signed && mode === 'place' ? <PlaceView file={file} opened={opened} /> : null}
      {!signed && mode === 'fill' ? <FillView file={file} opened={opened} onSigned={(body) => setSigned({ body, wasSigned })} /> : null}
    </div>
  );
}

const nobody: [] = [];

function PlaceView({ file, opened }: { file: VisitorFile; opened: DocumentState }) {
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

interface ModeActionsProps {
  mode: Mode;
  wasSigned: boolean;
  /** Reads the document first, to know whether it has signatures. */
  isKnown: boolean;
  onMode: (mode: Mode) => void;
}

/** Switches between editing (or the signature report) and filling in. */
function ModeActions({ mode, wasSigned, isKnown, onMode }: ModeActionsProps) {
  const { t } = useTranslation('signing');
  const device = useDevice();
  if (mode === 'check') return null;
  if (mode === 'fill') return <Button onPress={() => onMode(wasSigned ? 'check' : 'place')}>{t(wasSigned ? 'visitor.signatures' : 'visitor.place')}</Button>;
  return (
    <>
      <HeaderTools local />
      {isKnown ? (
        <Button look="primary" icon={<Icon of={PenLine} />} onPress={() => onMode('fill')}>
          {device === 'phone' ? t('guide.next') : t('visitor.fill')}
        </Button>
      ) : null}
    </>
  );
}
