import { useTranslation } from 'react-i18next';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { useSingleLetters } from '#web/ui/use-single-letters.ts';
import styles from './commands.module.scss';

/** The keys that work on every screen, and the switch for those of a single character. */
export function ShortcutsHelp() {
  const { t } = useTranslation('commands');
  const { t: preparing } = useTranslation('preparing');
  const [single, switchSingle] = useSingleLetters();
  const keys = [
    [t('title'), t('either', { control: 'Ctrl + K', command: '⌘ K' })],
    ...(single ? [[t('shortcuts'), '?'] as const] : []),
  ] as const;
  return (
    <div className={styles.help}>
      <dl className={styles.keys}>
        {keys.map(([act, key]) => (
          <div key={act}>
            <dt>{act}</dt>
            <dd><kbd>{key}</kbd></dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t('editorHelp')}</p>
      <Checkbox isSelected={single} onChange={switchSingle}>
        {preparing('shortcuts.single')}
      </Checkbox>
      <p className={styles.hint}>{preparing('shortcuts.singleHelp')}</p>
    </div>
  );
}
