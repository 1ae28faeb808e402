import { ShieldCheck } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { DropHint, useFileDrag } from '#web/features/upload/DropOverlay.tsx';
import { openVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { CheckedDocument } from '../shared/CheckedDocument.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { useOpenDocument } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

const accepted = ['application/pdf', '.pdf', 'application/xhtml+xml', '.xhtml', '.p7s'];

/** A document, and the signatures that are kept beside it. */
interface Chosen {
  readonly file: File | null;
  readonly signatures: readonly File[];
}

const isSignature = ({ name }: File): boolean => /\.p7s$/i.test(name);

/** Signatures come with their document or after it, in any order; another document comes without those of the one before. */
function chosenAfter({ file, signatures }: Chosen, added: readonly File[]): Chosen {
  const document = added.find((each) => !isSignature(each));
  const beside = added.filter(isSignature);
  const isFirst = document !== undefined && file === null;
  const before = document && !isFirst ? [] : signatures.filter(({ name }) => !beside.some((each) => each.name === name));
  return { file: document ?? file, signatures: [...before, ...beside] };
}

/** /file?check=true: verifies the signatures of a document, for everybody. The document is neither uploaded nor stored. */
export default function CheckPage() {
  const { t } = useTranslation('verdict');
  const [{ file, signatures }, setChosen] = useState<Chosen>({ file: null, signatures: [] });
  const isSignedIn = useAppSelector(selectIsSignedIn);
  const choose = (files: readonly File[]): void => setChosen((before) => chosenAfter(before, files));
  const isOver = useFileDrag(true, choose);
  useDocumentTitle(file ? file.name : t('check.title'));
  const chooser = (
    <FileButton look={file ? 'plain' : 'primary'} accepted={accepted} onFiles={choose}>
      {t(file ? 'check.another' : 'check.choose')}
    </FileButton>
  );
  return (
    <div className={styles.screen}>
      <DocumentHeader title={file ? file.name : t('check.title')} backTo={isSignedIn ? routes.files : routes.home}>
        {file ? chooser : null}
      </DocumentHeader>
      {file ? (
        <Checked key={`${file.name} ${file.lastModified} ${file.size}`} file={file} signatures={signatures} isSignedIn={isSignedIn} />
      ) : (
        <div className={styles.centre}>
          <EmptyState icon={ShieldCheck} title={t('check.what')} actions={chooser}>
            <p>{t('check.how')}</p>
            <p>{t('check.local')}</p>
            {signatures.length > 0 ? <p role="status">{t('check.document')}</p> : null}
          </EmptyState>
        </div>
      )}
      {isOver ? <DropHint title={t('check.title')}>{t('check.local')}</DropHint> : null}
    </div>
  );
}

function Checked({ file, signatures, isSignedIn }: { file: File; signatures: readonly File[]; isSignedIn: boolean }) {
  const navigate = useNavigate();
  const read = useCallback(async () => file, [file]);
  const opened = useOpenDocument(read);
  // From here on the document is stored in this browser, where that of somebody with an account stays.
  const fill = (): void => void navigate(fillPath(routes.fileView, { ids: openVisitorFiles([file], { isLocal: isSignedIn }).join(',') }));
  return <CheckedDocument title={file.name} opened={opened} signatures={signatures} onFill={fill} />;
}
