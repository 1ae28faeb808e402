import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { ControlValues } from '#web/services/engine/xhtml/xhtml-fill.ts';
import { unlock, writtenIn } from '#web/services/engine/xhtml/xhtml-fill.ts';
import type { XhtmlPage } from '#web/services/engine/xhtml/xhtml.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { notify, notifyError } from '#web/ui/snackbar.ts';
import styles from './viewer.module.scss';

/** Saves the values of the form controls in a page. */
export type SavePage = (values: ControlValues) => Promise<void>;

/** Saves what was entered into the shown page since it was opened, if anything; null if no page is shown that can be filled in. */
export type UnsavedPage = RefObject<(() => Promise<void>) | null>;

interface XhtmlViewerProps {
  page: XhtmlPage;
  title: string;
  /** Without it the page is read-only. */
  onSave?: SavePage | undefined;
  /** Set while the page is shown. */
  unsaved?: UnsavedPage | undefined;
}

const textOf = (shown: Document): string => JSON.stringify([...writtenIn(shown)]);

/** An XHTML document in a sandboxed frame without scripts and without network access. */
export function XhtmlViewer({ page, title, onSave, unsaved }: XhtmlViewerProps) {
  const { t } = useTranslation('viewer');
  const frame = useRef<HTMLIFrameElement>(null);
  const before = useRef('');
  const [busy, setBusy] = useState(false);
  const save = onSave && page.fields.some((field) => !field.readonly) ? onSave : undefined;
  const open = (): void => {
    const shown = frame.current?.contentDocument;
    if (save && shown) unlock(shown, (index) => page.fields[index]?.readonly === false);
    before.current = shown ? textOf(shown) : '';
  };
  // Compared and not listened for: browsers run no listeners in a frame without scripts.
  const saveChanges = async (): Promise<void> => {
    const shown = frame.current?.contentDocument;
    if (save && shown && textOf(shown) !== before.current) await save(writtenIn(shown));
  };
  const latest = useRef(saveChanges);
  latest.current = saveChanges;
  useEffect(() => {
    if (!unsaved) return undefined;
    unsaved.current = () => latest.current();
    return () => {
      unsaved.current = null;
    };
  }, [unsaved]);
  const keep = async (): Promise<void> => {
    const shown = frame.current?.contentDocument;
    if (!save || !shown) return;
    setBusy(true);
    try {
      await save(writtenIn(shown));
      notify(t('fill.saved'));
    } catch (error) {
      notifyError(errorText(toAppError(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={`${styles.viewer} ${styles.framed}`}>
      {page.leavesOut ? <Banner meaning="attention">{t('leavesOut')}</Banner> : null}
      {/* Filling in needs access to the frame's document; scripts stay disabled. */}
      <iframe ref={frame} className={styles.frame} title={title} sandbox={save ? 'allow-same-origin' : ''} srcDoc={page.html} referrerPolicy="no-referrer" onLoad={open} />
      {save ? (
        <Button className={styles.keep} look="primary" isPending={busy} onPress={() => void keep()}>
          {t('fill.save')}
        </Button>
      ) : null}
    </div>
  );
}
