import { FileDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectTransactionsState } from '#web/entities/transactions/transactions.slice.ts';
import { selectTemplatesState } from '#web/entities/templates/templates.slice.ts';
import type { CreationRefusal } from '#web/entities/organizations/creation-refusal.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { UploadTarget } from '#web/entities/uploads/uploads.slice.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { rightOf } from './rights.ts';
import { dropOf, takesFilesItself } from './upload-target.ts';
import styles from './DropOverlay.module.scss';

/** Loaded when it is needed. */
const AskTargetDialog = lazy(() => import('./AskTargetDialog.tsx'));

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Watches the window for dragged files. `dragenter` and `dragleave` fire for each element, so they are counted. */
export const useFileDrag = (enabled: boolean, onDrop: (files: File[]) => void): boolean => {
  const [over, setOver] = useState(false);
  const drop = useRef(onDrop);
  drop.current = onDrop;

  useEffect(() => {
    if (!enabled) return setOver(false);
    let depth = 0;
    const listen = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      window.addEventListener(name, (event) => carriesFiles(event) && react(event), { signal: listen.signal });

    on('dragenter', () => setOver(++depth > 0));
    on('dragleave', () => setOver(--depth > 0));
    on('dragover', (event) => event.preventDefault());
    on('drop', (event) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) drop.current(files);
    });
    return () => listen.abort();
  }, [enabled]);
  return over;
};

interface DropTarget {
  /** Null: nothing is taken, but the browser must not leave the app and open the file either. */
  target: UploadTarget | 'ask' | null;
  /** Why nothing can be created of the files. */
  refused: CreationRefusal | null;
}

/** Null where the screen takes files by itself. */
const useTarget = (): DropTarget | null => {
  const { pathname, search } = useLocation();
  const templates = useAppSelector(selectTemplatesState).entities;
  const userId = useAppSelector(selectUserId);
  const { entities } = useAppSelector(selectTransactionsState);
  const refused = { newTransaction: useCreationRefusal('createTransactions'), newTemplate: useCreationRefusal('createTemplates'), files: useCreationRefusal('createFiles') };
  if (takesFilesItself(pathname, search)) return null;
  const target = dropOf(pathname, { userId, transactionOf: (id) => entities[id], templateOf: (id) => templates[id] }, search);
  // Owners may always add to an existing transaction or template.
  return { target, refused: target === null || target === 'ask' || 'id' in target ? null : refused[target.kind] };
};

/** Shown while files are dragged over a screen that accepts them. */
export const DropOverlay = () => {
  const { t, i18n } = useTranslation('upload');
  const { fileSize, fileCount } = useLimits();
  const dispatch = useAppDispatch();
  const notice = useRefusalNotice();
  const aim = useTarget();
  const [undecided, setUndecided] = useState<readonly File[] | null>(null);
  const over = useFileDrag(aim !== null, (files) => {
    if (!aim?.target) return;
    const { target, refused } = aim;
    // A refused drop is taken all the same: the browser would leave the app and open the file.
    if (target === 'ask') setUndecided(files);
    else if (refused === null) dispatch(addFiles(files, target));
    else if (!('id' in target)) notifyError(...notice.noticeOf(refused, rightOf[target.kind]));
  });
  if (undecided) {
    return (
      <Suspense>
        <AskTargetDialog files={undecided} onClose={() => setUndecided(null)} />
      </Suspense>
    );
  }
  if (!over || !aim?.target) return null;
  const { target, refused } = aim;
  if (refused !== null && target !== 'ask' && !('id' in target)) return <DropHint title={t('drop.refused')}>{notice.textOf(refused, rightOf[target.kind])}</DropHint>;
  const megabytes = new Intl.NumberFormat(i18n.language).format(fileSize / 2 ** 20);
  return <DropHint title={t(target === 'ask' ? 'drop.ask' : `drop.${target.kind}`)}>{t('rules', { megabytes, count: fileCount })}</DropHint>;
};

/** Explains, and tells screen readers, what happens to the dragged files. */
export const DropHint = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={styles.overlay}>
    <div className={styles.frame} role="status">
      <Icon of={FileDown} size={40} />
      <p className={styles.title}>{title}</p>
      <p>{children}</p>
    </div>
  </div>
);
