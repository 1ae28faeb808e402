import { FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { actionErrorText } from '#web/entities/action-error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { saveFieldsOfVersion, storeNextVersion } from '#web/entities/uploads/replace-file.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { catchFocus } from '#web/ui/catch-focus.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { DropHint, useFileDrag } from './DropOverlay.tsx';
import styles from './UploadScreen.module.scss';

interface ReplaceScreenProps {
  meta: FileMeta;
  /** Whether this person may still replace it. */
  isOpen: boolean;
  onDone: () => void;
}

const pdf = ['application/pdf', '.pdf'];

/** Uploads the next version. Leaving the screen stops the upload; an uploaded version still gets its fields. */
function useReplacing(meta: FileMeta, onDone: () => void) {
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState(0);
  const [unsaved, setUnsaved] = useState<Field[] | null>(null);
  const { busy, error, ask, run } = useAsyncAction();
  const upload = useRef(new AbortController());
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      upload.current.abort();
    };
  }, []);
  const save = async (fields: Field[]): Promise<void> => {
    setUnsaved(fields);
    if ((await run(() => dispatch(saveFieldsOfVersion(meta.id, fields)))) && isShown.current) onDone();
  };
  const replace = async (file: File): Promise<void> => {
    const { signal } = (upload.current = new AbortController());
    setUnsaved(null);
    setProgress(0);
    const fields = await ask(() => storeNextVersion(meta, file, { signal, onProgress: setProgress }));
    if (fields) await save(fields);
  };
  return {
    progress,
    busy,
    error: error?.code === 'process_canceled' ? null : error,
    replace,
    stop: busy && !unsaved ? () => upload.current.abort() : null,
    saveAgain: unsaved ? () => void save(unsaved) : null,
  };
}

/** Uploads a new version of a file. */
export function ReplaceScreen({ meta, isOpen, onDone }: ReplaceScreenProps) {
  const { t } = useTranslation('upload');
  const chooser = useRef<HTMLDivElement>(null);
  const title = t('replace.title', { title: meta.title });
  useDocumentTitle(title);
  const done = (): void => {
    notify(t('replace.done'));
    onDone();
  };
  const { progress, busy, error, replace, stop, saveAgain } = useReplacing(meta, done);
  const isOver = useFileDrag(isOpen && !busy, ([file]) => file && void replace(file));
  const stopUpload = (): void => {
    stop?.();
    catchFocus(() => chooser.current?.querySelector('button'));
  };
  return (
    <div className={styles.screen}>
      <h1>{title}</h1>
      <LinkButton className={styles.back} to={pathsOf({ kind: 'file', id: meta.id }).view}>
        {t('back')}
      </LinkButton>
      {isOpen ? (
        <div ref={chooser} className={styles.drop}>
          <Icon of={FileUp} size={40} />
          <p>{t('replace.how')}</p>
          <FileButton look="primary" size="large" accepted={pdf} allowsMultiple={false} isPending={busy} onFiles={([file]) => file && void replace(file)}>
            {t('replace.choose')}
          </FileButton>
          {busy ? <ProgressBar label={t('progressOf', { title: meta.title })} value={progress} /> : null}
          {stop ? <Button onPress={stopUpload}>{t('stop')}</Button> : null}
        </div>
      ) : (
        <Banner meaning="attention">{t('replace.closed')}</Banner>
      )}
      {error ? (
        <Banner meaning="negative" actions={saveAgain ? <Button onPress={saveAgain}>{t('retry', { title: meta.title })}</Button> : null}>
          {actionErrorText('updateDocument', error, t('failed'))}
        </Banner>
      ) : null}
      {isOver ? <DropHint title={t('replace.open')}>{t('replace.how')}</DropHint> : null}
    </div>
  );
}
