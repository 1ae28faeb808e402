import type { SaveState } from '#web/features/editor/edited-file.ts';
import { EditorToolbar } from '#web/features/editor/EditorToolbar.tsx';
import { useSettledDevice } from './use-settled-device.ts';
import styles from '../shared/documents.module.scss';

interface EditorToolsProps {
  /** The document is stored in this browser only. */
  local?: boolean;
  /** Save state of everything except the fields. */
  beside?: SaveState;
}

/** Undo, redo and save state in the header. Hidden on phones, where the title needs the room. */
export function HeaderTools({ local = false, beside }: EditorToolsProps) {
  return useSettledDevice() === 'phone' ? null : <EditorToolbar local={local} beside={beside} />;
}

/** Undo, redo and save state over the page, on phones. */
export function PageTools({ local = false, beside }: EditorToolsProps) {
  if (useSettledDevice() !== 'phone') return null;
  return (
    <div className={styles.pageTools}>
      <EditorToolbar local={local} beside={beside} />
    </div>
  );
}
