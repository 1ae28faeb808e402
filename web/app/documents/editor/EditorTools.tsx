import type { SaveState } from '#web/features/editor/edited-file.ts';
import { EditorToolbar } from '#web/features/editor/EditorToolbar.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import styles from '../shared/documents.module.scss';

interface EditorToolsProps {
  /** Nothing is saved anywhere else. */
  local?: boolean;
  /** How far what is written beside the fields is saved. */
  beside?: SaveState;
}

/** Undo, redo and the state of saving in the header; on a phone the title has that room. */
export function HeaderTools({ local = false, beside }: EditorToolsProps) {
  return useDevice() === 'phone' ? null : <EditorToolbar local={local} beside={beside} />;
}

/** The same over the page of a phone, at the thumb. */
export function PageTools({ local = false, beside }: EditorToolsProps) {
  if (useDevice() !== 'phone') return null;
  return (
    <div className={styles.pageTools}>
      <EditorToolbar local={local} beside={beside} />
    </div>
  );
}
