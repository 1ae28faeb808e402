import { Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useSingleLetters } from '#web/ui/use-single-letters.ts';
import { typeKeys } from './use-editor-shortcuts.ts';
import styles from './editor.module.scss';

const actions = [
  ['move', '← ↑ → ↓'],
  ['resize', 'Alt + ← ↑ → ↓'],
  ['properties', 'Enter'],
  ['delete', 'Delete'],
  ['copy', 'Ctrl + C, V, D'],
  ['all', 'Ctrl + A'],
  ['undo', 'Ctrl + Z, Y'],
] as const;

/** The keyboard shortcuts, and the switch for those of a single letter. */
export function Shortcuts() {
  const { t } = useTranslation('preparing');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<Icon of={Keyboard} />} onPress={() => setOpen(true)}>
        {t('shortcuts.open')}
      </Button>
      <Dialog isOpen={open} title={t('shortcuts.open')} closeLabel={t('shortcuts.close')} onClose={() => setOpen(false)}>
        <ShortcutList />
      </Dialog>
    </>
  );
}

function ShortcutList() {
  const { t } = useTranslation('preparing');
  const { t: editor } = useTranslation('editor');
  const [single, switchSingle] = useSingleLetters();
  return (
    <>
      <dl className={styles.shortcuts}>
        {actions.map(([action, keys]) => (
          <div key={action}>
            <dt>{t(`shortcuts.${action}`)}</dt>
            <dd><kbd>{keys}</kbd></dd>
          </div>
        ))}
        {single
          ? Object.entries(typeKeys).map(([key, type]) => (
              <div key={key}>
                <dt>{editor(`types.${type}`)}</dt>
                <dd><kbd>{key.toUpperCase()}</kbd></dd>
              </div>
            ))
          : null}
      </dl>
      <Checkbox isSelected={single} onChange={switchSingle}>
        {t('shortcuts.single')}
      </Checkbox>
      <p className={styles.hint}>{t('shortcuts.singleHelp')}</p>
    </>
  );
}
