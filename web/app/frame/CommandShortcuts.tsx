import { lazy, Suspense, useEffect, useState } from 'react';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { createSignal } from '#web/services/signal.ts';
import { isPlainCommand, letterOf, singleLettersOn } from '#web/ui/shortcuts.ts';
import { isDialogOpen } from '#web/ui/is-dialog-open.ts';

const CommandPalette = lazy(withFurtherTexts(() => import('#web/features/commands/CommandPalette.tsx')));

/** Whether something else takes the keys: a dialog, or where text is entered. */
const isTaken = (target: EventTarget | null): boolean =>
  isDialogOpen() || (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null);

type Shown = 'commands' | 'help';

const wanted = createSignal<Shown>();
export const showCommands = (): void => wanted.emit('commands');

/** On every screen: Ctrl+K or Cmd+K opens the commands, and `?` the list of keys. */
const CommandShortcuts = () => {
  const [shown, setShown] = useState<Shown | null>(null);
  useEffect(() => wanted.subscribe(setShown), []);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      const isPalette = isPlainCommand(event) && !event.shiftKey && letterOf(event) === 'k';
      const isHelp = event.key === '?' && !event.ctrlKey && !event.metaKey && singleLettersOn() && !isTaken(event.target);
      if (!isPalette && !isHelp) return;
      event.preventDefault();
      // Other dialogs stay.
      if (!isDialogOpen()) setShown(isPalette ? 'commands' : 'help');
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, []);
  return shown === null ? null : (
    <Suspense>
      <CommandPalette isHelp={shown === 'help'} onClose={() => setShown(null)} />
    </Suspense>
  );
};

export default CommandShortcuts;
