import { useTranslation } from 'react-i18next';
import type { Side } from '#web/entities/merging/three-way.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './conflicts.module.scss';

interface ConflictDialogProps {
  title: string;
  /** Changes of each side, one per line. */
  mine: readonly string[];
  theirs: readonly string[];
  onChoose: (side: Side) => void;
}

/** Shows both versions of a conflicting edit and asks for a choice. It can't be closed without one. */
export function ConflictDialog({ title, mine, theirs, onChoose }: ConflictDialogProps) {
  const { t } = useTranslation('drafts');
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t('conflict.title', { title })}
      onClose={() => undefined}
      footer={
        <>
          <Button onPress={() => onChoose('theirs')}>{t('conflict.theirs')}</Button>
          <Button look="primary" onPress={() => onChoose('mine')}>
            {t('conflict.mine')}
          </Button>
        </>
      }
    >
      <p>{t('conflict.text')}</p>
      <div className={styles.sides}>
        <Version title={t('conflict.yours')} lines={mine} />
        <Version title={t('conflict.others')} lines={theirs} />
      </div>
      <p className={styles.quiet}>{t('conflict.rest')}</p>
    </Dialog>
  );
}

function Version({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <section className={styles.version}>
      <h3 className={styles.heading}>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
