import { FileWarning } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { FormEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import { errorText } from '#web/entities/error-text.ts';
import { DocumentViewer } from '#web/features/viewer/DocumentViewer.tsx';
import type { SavePage, UnsavedPage } from '#web/features/viewer/XhtmlViewer.tsx';
import { XhtmlViewer } from '#web/features/viewer/XhtmlViewer.tsx';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { reportFileEvent } from '#web/services/api/file-events.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { ViewedDocumentState } from './use-open-document.ts';
import styles from './documents.module.scss';

/** Renders the overlay of a page of the given size in CSS pixels and in points. */
export type PaperLayer = (page: number, size: Size, paper: Size) => ReactNode;

interface ShownProps {
  title: string;
  /** Must be stable (`useCallback`): a new function renders all overlays again. */
  layer?: PaperLayer;
  widgets?: boolean;
  /** Whether links of the document are active. Off in the editor. */
  links?: boolean;
  /** Id of the file, to record printing in its history. */
  fileId?: string;
  /** Saves what was entered into an XHTML page. */
  onSavePage?: SavePage | undefined;
  unsavedPage?: UnsavedPage | undefined;
  viewerRef?: Ref<ViewerHandle>;
}

/** A document in any state: opening, password prompt, failed or shown. */
export function OpenedDocument({ opened, ...shown }: ShownProps & { opened: ViewedDocumentState }) {
  const { t } = useTranslation('viewer');
  switch (opened.status) {
    case 'opening':
      return (
        <div className={styles.opening} aria-busy="true">
          <p className="visually-hidden" role="status">
            {t('opening')}
          </p>
          <Skeleton className={styles.sheetSkeleton} height="100%" />
        </div>
      );
    case 'password':
      return <PasswordForm wrong={opened.wrong} submit={opened.submit} />;
    case 'failed':
      return (
        <EmptyState icon={FileWarning} title={t('failedTitle')} actions={<Button onPress={opened.retry}>{t('retry')}</Button>}>
          {errorText(opened.error)}
        </EmptyState>
      );
    case 'page':
      return <XhtmlViewer page={opened.page} title={shown.title} onSave={shown.onSavePage} unsaved={shown.unsavedPage} />;
    case 'open':
      return <ShownDocument set={opened.set} {...shown} />;
  }
}

function ShownDocument({ set, title, layer, widgets = false, links = true, fileId, viewerRef }: ShownProps & { set: PageSet }) {
  const over = useCallback((page: number, size: Size) => layer?.(page, size, set.pages[page - 1] ?? size), [layer, set]);
  const onPrinted = useCallback(() => {
    if (fileId) reportFileEvent(fileId, 'file_print');
  }, [fileId]);
  return <DocumentViewer ref={viewerRef ?? null} set={set} title={title} widgets={widgets} links={links} layer={layer ? over : undefined} onPrinted={onPrinted} />;
}

function PasswordForm({ wrong, submit }: { wrong: boolean; submit: (password: string) => void }) {
  const { t } = useTranslation('viewer');
  const [password, setPassword] = useState('');
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (password) submit(password);
  };
  return (
    <form className={styles.password} onSubmit={onSubmit}>
      <h2>{t('passwordTitle')}</h2>
      <TextField
        label={t('password')}
        type="password"
        autoFocus
        autoComplete="off"
        value={password}
        onChange={setPassword}
        error={wrong ? errorText({ code: 'pdf_incorrect_password' }) : undefined}
      />
      <Button look="primary" type="submit">
        {t('open')}
      </Button>
    </form>
  );
}
