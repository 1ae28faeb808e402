import { useEffect } from 'react';
import { isPlainCommand, letterOf } from '#web/ui/shortcuts.ts';

/** Is a dialog open over the document? */
const inDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/** The browser's own search and printing know only the pages near the window: the viewer's take their keys. */
export function useDocumentKeys(find: () => void, print: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!isPlainCommand(event) || event.shiftKey || inDialog(event.target)) return;
      const act = { f: find, p: print }[letterOf(event) ?? ''];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [find, print]);
}
