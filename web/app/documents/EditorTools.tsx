import { EditorToolbar } from '#web/features/editor/EditorToolbar.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import styles from './documents.module.scss';

interface EditorToolsProps {
  /** Nothing is saved anywhere else. */
  local?: boolean;
}

/** Undo, redo and the state of saving in the header; on a phone the title has that room. */
export function HeaderTools({ local = false }: EditorToolsProps) {
  return useDevice() === 'phone' ? null : <EditorToolbar local={local} />;
}

/** The same over the page of a phone, at the thumb. */
export function PageTools({ local = false }: EditorToolsProps) {
  if (useDevice() !== 'phone') return null;
  return (
    <div className={styles.pageTools}>
      <EditorToolbar local={local} />
    </div>
  );
}
