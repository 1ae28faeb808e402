import { Search } from 'lucide-react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import items from '#web/ui/list-box.module.scss';
import { ShortcutsHelp } from './ShortcutsHelp.tsx';
import { useCommands, type Command } from './use-commands.ts';
import styles from './commands.module.scss';

interface CommandPaletteProps {
  /** Opens with the list of keys. */
  isHelp: boolean;
  onClose(): void;
}

/** Finds and runs whatever can be opened or begun from anywhere, by keyboard alone. */
const CommandPalette = ({ isHelp, onClose }: CommandPaletteProps) => {
  const { t } = useTranslation('commands');
  const [showsHelp, setShowsHelp] = useState(isHelp);
  return (
    <Dialog isOpen onClose={onClose} title={showsHelp ? t('shortcuts') : t('title')} closeLabel={t('close')}>
      {showsHelp ? <ShortcutsHelp /> : <Commands onClose={onClose} onHelp={() => setShowsHelp(true)} />}
    </Dialog>
  );
};

/** A combobox with its list always open (WAI-ARIA, combobox pattern): the focus stays in the input, the arrows move through the list. */
function Commands({ onClose, onHelp }: { onClose: () => void; onHelp: () => void }) {
  const { t } = useTranslation('commands');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const commands = useCommands(query, onHelp);
  const list = useId();
  const at = Math.min(chosen, commands.length - 1);
  const idOf = (key: string): string => `${list} ${key}`.replaceAll(' ', '-');
  const current = commands[at];
  useEffect(() => {
    document.getElementById(current ? idOf(current.key) : '')?.scrollIntoView({ block: 'nearest' });
  });
  const run = (command: Command | undefined): void => {
    if (!command) return;
    if (command.key !== 'shortcuts') onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) setChosen((at + step + commands.length) % commands.length);
    else if (event.key === 'Enter') run(current);
    else return;
    event.preventDefault();
  };
  return (
    <div className={styles.palette}>
      <div className={styles.search}>
        <Icon of={Search} />
        <input
          autoFocus
          role="combobox"
          className={styles.input}
          aria-label={t('label')}
          placeholder={t('placeholder')}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={list}
          aria-activedescendant={current && idOf(current.key)}
          value={query}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
        />
      </div>
      <div id={list} role="listbox" aria-label={t('list')}>
        {commands.map((command, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- The keys are pressed in the input, which has the focus.
          <div key={command.key} id={idOf(command.key)} role="option" aria-selected={index === at} className={items.item} data-focused={index === at || undefined} onClick={() => run(command)}>
            <span className={styles.text} dir="auto">{command.text}</span>
          </div>
        ))}
      </div>
      {commands.length === 0 ? <p role="status" className={styles.empty}>{t('empty')}</p> : null}
    </div>
  );
}

export default CommandPalette;
