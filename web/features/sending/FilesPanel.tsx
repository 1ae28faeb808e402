import { ChevronDown, ChevronUp, FilePlus2, FileText, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { catchFocus } from '#web/ui/catch-focus.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './sending.module.scss';

interface PanelFile {
  readonly id: string;
  readonly title: string;
}

interface FilesPanelProps {
  files: readonly PanelFile[];
  /** The page that adds documents. */
  uploadTo: string;
  /** The most documents that fit. */
  max: number;
  /** Why the last document can't be removed, if so. */
  keepsLast?: string | undefined;
  /** Why nothing can be changed. */
  lock?: string | null;
  /** Resolves to whether it was moved. */
  onMove: (file: PanelFile, by: -1 | 1) => Promise<boolean>;
  onRename: (file: PanelFile) => void;
  /** Resolves to whether it was removed. */
  onRemove: (file: PanelFile) => Promise<boolean>;
}

/** The documents of a draft or template in their order. */
export function FilesPanel({ files, uploadTo, max, keepsLast, lock = null, onMove, onRename, onRemove }: FilesPanelProps) {
  const { t } = useTranslation('sending');
  const list = useRef<HTMLOListElement>(null);
  // A list item that moves in the page loses the focus, and one that goes takes it along.
  const rowButton = (at: number): HTMLElement | null | undefined => {
    const rows = list.current?.children;
    return rows?.[Math.min(at, rows.length - 1)]?.querySelector('button');
  };
  const move = async (file: PanelFile, at: number, by: -1 | 1): Promise<void> => {
    if (await onMove(file, by)) catchFocus(() => rowButton(at + by));
  };
  const remove = async (file: PanelFile, at: number): Promise<void> => {
    if (await onRemove(file)) catchFocus(() => rowButton(at));
  };
  const only = files.length === 1 && keepsLast !== undefined ? { refusal: keepsLast } : {};
  return (
    <section className={styles.form} aria-label={t('files.title')}>
      <h2 className={styles.heading}>{t('files.title')}</h2>
      <ol ref={list} className={styles.people}>
        {files.map((file, at) => (
          <li key={file.id} className={styles.person}>
            <Icon of={FileText} />
            <span className={styles.fileTitle}>
              <Title>{file.title}</Title>
            </span>
            {lock === null ? (
              <span className={styles.personActions}>
                <Menu
                  label={t('files.actsOf', { title: file.title })}
                  actions={[
                    { key: 'rename', text: t('files.rename'), icon: <Icon of={Pencil} />, run: () => onRename(file) },
                    { key: 'up', text: t('files.earlier'), icon: <Icon of={ChevronUp} />, isDisabled: at === 0, run: () => void move(file, at, -1) },
                    { key: 'down', text: t('files.later'), icon: <Icon of={ChevronDown} />, isDisabled: at === files.length - 1, run: () => void move(file, at, 1) },
                    { key: 'remove', text: t('files.remove'), icon: <Icon of={Trash2} />, negative: true, run: () => void remove(file, at), ...only },
                  ]}
                >
                  <IconButton label={t('files.actsOf', { title: file.title })} plainName icon={<Icon of={MoreHorizontal} />} />
                </Menu>
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {lock === null ? <AddFiles uploadTo={uploadTo} count={files.length} max={max} /> : <Locked reason={lock}>{null}</Locked>}
    </section>
  );
}

function AddFiles({ uploadTo, count, max }: { uploadTo: string; count: number; max: number }) {
  const { t } = useTranslation('sending');
  if (count >= max) return <p className={styles.quiet}>{t('files.full', { max })}</p>;
  return (
    <LinkButton to={uploadTo} icon={<Icon of={FilePlus2} />}>
      {t('files.add')}
    </LinkButton>
  );
}
