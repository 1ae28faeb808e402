import { FilePlus2, LogIn } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useParams } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { acceptedHere } from '#web/entities/uploads/upload-rules.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { isOfVisitor, useVisitorEntries } from '#web/entities/visitor/use-visitor-entries.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import type { VisitorFile, VisitorUnit } from '#web/services/visitor/visitor-database.ts';
import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument } from '../shared/use-open-document.ts';
import { useVisitorAutosave } from './use-visitor-autosave.ts';
import { useVisitorFile } from './use-visitor-file.ts';
import styles from '../shared/documents.module.scss';

injectEditor();

const nobody: [] = [];
const listOf = (pathname: string): string => (pathname.startsWith('/template/') ? routes.templates : routes.transactions);
const isUnit = (entry: VisitorListed): entry is VisitorUnit => entry.kind !== 'file' && isOfVisitor(entry);

/** /transaction/{id} and /template/{id} of somebody without an account: documents and fields are prepared in this browser. */
export default function VisitorUnitPage() {
  const { id = '' } = useParams();
  const { pathname } = useLocation();
  const { t } = useTranslation('signing');
  const { t: lists } = useTranslation('lists');
  const entries = useVisitorEntries();
  if (entries === null) return <LoadingOverlay />;
  const unit = entries.filter(isUnit).find((entry) => entry.id === id);
  if (!unit) {
    return (
      <div className={styles.centre}>
        <EmptyState level={1} title={t('visitor.gone')} actions={<LinkButton to={listOf(pathname)}>{lists(pathname.startsWith('/template/') ? 'templates' : 'transactions')}</LinkButton>}>
          {t('visitor.draftGone')}
        </EmptyState>
      </div>
    );
  }
  return <VisitorUnitScreen key={id} unit={unit} documents={unit.fileIds.flatMap((fileId) => entries.find((entry) => entry.id === fileId) ?? [])} />;
}

interface ScreenProps {
  unit: VisitorUnit;
  documents: readonly VisitorListed[];
}

function VisitorUnitScreen({ unit, documents }: ScreenProps) {
  const { t } = useTranslation('signing');
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  const [fileId, choose] = useSelectedDocument(unit.fileIds);
  const file = useVisitorFile(fileId);
  const flush = useRef<() => Promise<void>>(async () => undefined);
  const isPhone = useDevice() === 'phone';
  useDocumentTitle(unit.title);
  const { i18n } = useTranslation();
  const goOn = async (initialFlow?: string): Promise<void> => {
    await flush.current();
    await signIn({ returnTo: `${pathname}${search}`, language: i18n.language, ...(initialFlow ? { initialFlow } : {}) });
  };
  const words = unit.kind === 'template' ? t('visitor.signInToSave') : t('visitor.signInToSend');
  return (
    <div className={styles.screen}>
      <DocumentHeader title={unit.title} backTo={unit.kind === 'template' ? routes.templates : routes.transactions}>
        <HeaderTools local />
        <FileButton look="quiet" icon={<Icon of={FilePlus2} />} accepted={acceptedHere} onFiles={(files) => dispatch(addFiles(files, { kind: unit.kind, id: unit.id }))}>
          {isPhone ? t('visitor.addShort') : t('visitor.add')}
        </FileButton>
        <Button look="primary" icon={<Icon of={LogIn} />} aria-label={words} onPress={() => void goOn()}>
          {isPhone ? t('visitor.signInShort') : words}
        </Button>
      </DocumentHeader>
      {file === null || file === 'gone' ? <LoadingOverlay /> : <UnitDocument key={file.id} file={file} documents={documents} onDocument={choose} flush={flush} />}
    </div>
  );
}

interface UnitDocumentProps {
  file: VisitorFile;
  documents: readonly VisitorListed[];
  onDocument: (id: string) => void;
  /** Stores what is not stored yet. */
  flush: { current: () => Promise<void> };
}

function UnitDocument({ file, documents, onDocument, flush }: UnitDocumentProps) {
  const { id, title, fields } = file;
  const read = useCallback(async () => file.body, [file.body]);
  const opened = useOpenDocument(read);
  flush.current = useVisitorAutosave(id);
  return <EditorWorkspace document={{ id, title, fields }} documents={documents} onDocument={onDocument} opened={opened} people={nobody} local />;
}
