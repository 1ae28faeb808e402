import type { FieldRef } from '#web/features/signing/signing.slice.ts';

const TRIES = 120;
/** So many frames it has to stay there: a dialog that closes gives the focus back to where it came from. */
const HELD = 20;

/** Nobody put the focus there: it fell back to what stands around everything. */
const isAdrift = (): boolean => document.activeElement === null || document.activeElement.matches('body, [tabindex="-1"]');

/** The input of a place: in the panel where there is one, else on the page. */
function inputOf({ fileId, fieldId }: FieldRef): HTMLElement | null {
  const key = CSS.escape(`${fileId}/${fieldId}`);
  return document.querySelector<HTMLElement>(`[data-panel-place="${key}"] [data-input]`) ?? document.querySelector<HTMLElement>(`[data-place="${key}"] [data-input]`);
}

/** Ends what is still waiting: of two places the one asked for last gets the cursor. */
let endLast = (): void => undefined;

/** Puts the cursor into a place as soon as its page, or the panel for it, is drawn. Whoever presses something else meanwhile is left there. */
export function focusPlace(place: FieldRef): void {
  endLast();
  const left = new AbortController();
  endLast = () => left.abort();
  const { signal } = left;
  let tries = TRIES;
  let held = 0;
  const look = (): void => {
    if (signal.aborted) return;
    const input = inputOf(place);
    const isThere = input !== null && document.activeElement === input;
    tries -= 1;
    if (tries < 0 || (isThere ? held >= HELD : held > 0 && !isAdrift())) {
      left.abort();
      return;
    }
    if (isThere) held += 1;
    else input?.focus({ preventScroll: true });
    requestAnimationFrame(look);
  };
  window.addEventListener('pointerdown', endLast, { signal, capture: true });
  window.addEventListener('keydown', ({ key }) => key === 'Tab' && left.abort(), { signal, capture: true });
  look();
}
