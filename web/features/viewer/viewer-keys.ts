import type { KeyboardEvent, RefObject } from 'react';
import { digitOf, isCommand } from '#web/ui/shortcuts.ts';

export interface ViewerActs {
  readonly pages: number;
  readonly page: number;
  go(page: number): void;
  zoom(direction: 1 | -1): void;
  fit(): void;
}

function onCommand(event: KeyboardEvent, acts: ViewerActs): boolean {
  const { key } = event;
  if (digitOf(event) === '0') acts.fit();
  else if (key === '+' || key === '=') acts.zoom(1);
  else if (key === '-') acts.zoom(-1);
  else return false;
  return true;
}

/** The browser handles scrolling by arrow keys; the viewer handles page and end keys. */
function onPlain({ key }: KeyboardEvent, acts: ViewerActs): boolean {
  if (key === 'PageDown') acts.go(acts.page + 1);
  else if (key === 'PageUp') acts.go(acts.page - 1);
  else if (key === 'Home') acts.go(1);
  else if (key === 'End') acts.go(acts.pages);
  else if (key === '+' || key === '=') acts.zoom(1);
  else if (key === '-') acts.zoom(-1);
  else return false;
  return true;
}

/** Keys of the viewer: zoom anywhere in it, navigation while the pages have the focus. */
export function viewerKeys(scroller: RefObject<HTMLElement | null>, acts: ViewerActs) {
  return (event: KeyboardEvent): void => {
    const command = isCommand(event);
    if (!command && event.target !== scroller.current) return;
    if (command ? onCommand(event, acts) : onPlain(event, acts)) event.preventDefault();
  };
}
