import type { FieldRef } from '#web/features/signing/signing.slice.ts';

const TRIES = 120;
/** Frames for which the focus must stay: a closing dialog restores the focus to its opener. */
const STABLE_FRAMES = 20;

/** Whether the focus is on the body or on a container, where the browser puts it by default. */
const isAdrift = (): boolean => document.activeElement === null || document.activeElement.matches('body, [tabindex="-1"]');

/** The input of a field: in the panel if there is one, else on the page. */
function inputOf({ fileId, fieldId }: FieldRef): HTMLElement | null {
  const key = CSS.escape(`${fileId}/${fieldId}`);
  return document.querySelector<HTMLElement>(`[data-panel-place="${key}"] [data-input]`) ?? document.querySelector<HTMLElement>(`[data-place="${key}"] [data-input]`);
}

/** Cancels a pending call: the last requested field gets the focus. */
let endLast = (): void => undefined;

/** Focuses a field once its page or panel is rendered, unless the person moves the focus first. */
export function focusField(place: FieldRef): void {
  endLast();
  const left = new AbortController();
  endLast = () => left.abort();
  const { signal } = left;
  let tries = TRIES;
  let stableFrames = 0;
  const look = (): void => {
    if (signal.aborted) return;
    const input = inputOf(place);
    const isThere = input !== null && document.activeElement === input;
    tries -= 1;
    if (tries < 0 || (isThere ? stableFrames >= STABLE_FRAMES : stableFrames > 0 && !isAdrift())) {
      left.abort();
      return;
    }
    if (isThere) stableFrames += 1;
    else input?.focus({ preventScroll: true });
    requestAnimationFrame(look);
  };
  window.addEventListener('pointerdown', endLast, { signal, capture: true });
  window.addEventListener('keydown', ({ key }) => key === 'Tab' && left.abort(), { signal, capture: true });
  look();
}
