import { useEffect } from 'react';
import { isPlainCommand, letterOf } from '#web/ui/shortcuts.ts';

/** Whether the event comes from a dialog over the document. */
const inDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/** Replaces the browser's find and print shortcuts, since the browser knows only the mounted pages. */
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
