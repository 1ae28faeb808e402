import type { KeyboardEvent, RefObject } from 'react';
import { digitOf, isCommand } from '#web/ui/shortcuts.ts';

interface ViewerActions {
  readonly pages: number;
  readonly page: number;
  go(page: number): void;
  zoom(direction: 1 | -1): void;
  fit(): void;
}

function onCommand(event: KeyboardEvent, actions: ViewerActions): boolean {
  const { key } = event;
  if (digitOf(event) === '0') actions.fit();
  else if (key === '+' || key === '=') actions.zoom(1);
  else if (key === '-') actions.zoom(-1);
  else return false;
  return true;
}

/** The browser handles scrolling by arrow keys; the viewer handles page and end keys. */
function onPlain({ key }: KeyboardEvent, actions: ViewerActions): boolean {
  if (key === 'PageDown') actions.go(actions.page + 1);
  else if (key === 'PageUp') actions.go(actions.page - 1);
  else if (key === 'Home') actions.go(1);
  else if (key === 'End') actions.go(actions.pages);
  else if (key === '+' || key === '=') actions.zoom(1);
  else if (key === '-') actions.zoom(-1);
  else return false;
  return true;
}

/** Keys of the viewer: zoom anywhere in it, navigation while the pages have the focus. */
export function viewerKeys(scroller: RefObject<HTMLElement | null>, actions: ViewerActions) {
  return (event: KeyboardEvent): void => {
    const command = isCommand(event);
    if (!command && event.target !== scroller.current) return;
    if (command ? onCommand(event, actions) : onPlain(event, actions)) event.preventDefault();
  };
}
