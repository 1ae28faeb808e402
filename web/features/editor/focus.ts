/** Where the keyboard goes in the editor: what was placed, chosen or decided on must answer to keys at once. */

/** The page under a place may have to be drawn before what lies on it is there. */
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

/** The first field of the selection. */
export const focusSelected = (): void => afterDrawing('[data-field][data-selected]');

/** The pages themselves, when what had the keyboard has gone. */
export const focusPages = (): void => afterDrawing('[data-pages]');
