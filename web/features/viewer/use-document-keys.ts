import { useEffect } from 'react';

/** Is a dialog open over the document? */
const inDialog = (target: EventTarget | null): boolean => target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/** The browser's own search and printing know only the pages near the window: the viewer's take their keys. */
export function useDocumentKeys(find: () => void, print: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || inDialog(event.target)) return;
      const act = { f: find, p: print }[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [find, print]);
}
