import type { XhtmlPage } from '#web/services/engine/xhtml.service.ts';
import styles from './viewer.module.scss';

/** A page of the web as a document: in a frame that runs nothing, loads nothing and reaches nobody. */
export function XhtmlViewer({ page, title }: { page: XhtmlPage; title: string }) {
  return (
    <div className={styles.viewer}>
      <iframe className={styles.frame} title={title} sandbox="" srcDoc={page.html} referrerPolicy="no-referrer" />
    </div>
  );
}
