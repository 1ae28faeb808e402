/** Focus in the editor: a field that was placed, selected or accepted must react to keys at once. */

/** Frames to wait: a page may have to be rendered before its fields exist. */
const MOST_FRAMES = 60;

function focusWhenThere(selector: string, frames: number): void {
  const target = document.querySelector<HTMLElement>(selector);
  if (target) target.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(selector, frames - 1));
}

const afterDrawing = (selector: string): void => {
  requestAnimationFrame(() => focusWhenThere(selector, MOST_FRAMES));
};

export const focusField = (id: string): void => afterDrawing(`[data-field="${CSS.escape(id)}"]`);

/** Focuses the first selected field. */
export const focusSelected = (): void => afterDrawing('[data-field][data-selected]');

/** Focuses the pages after the focused element was removed. */
export const focusPages = (): void => afterDrawing('[data-pages]');
