import { useEffect, useLayoutEffect, useRef } from 'react';

/** Number of open sheets in a history entry. */
const sheetsOf = (state: unknown): number => (typeof state === 'object' && state !== null && 'sheets' in state && typeof state.sheets === 'number' ? state.sheets : 0);
const sheetsHere = (): number => sheetsOf(window.history.state);

/** Whether the current history entry is a sheet's. Whoever replaces it makes Back leave the page. */
export const isSheetEntry = (): boolean => sheetsHere() > 0;

/** Milliseconds for which a closed sheet's history entry can be reused, since another sheet or page often follows. */
const SPARED_FOR = 100;
/** Depth of the lowest entry whose sheet was closed, for reuse by the next; 0 if none. */
let spare = 0;
let isGoingBack = false;

/** Adds or reuses a history entry for a sheet and reports its depth. Waits while the history is going back. */
const enter = (entered: (depth: number) => void): void => {
  if (isGoingBack) {
    window.addEventListener('popstate', () => setTimeout(() => enter(entered)), { once: true });
    return;
  }
  const isSpare = spare > 0 && spare === sheetsHere();
  if (!isSpare) window.history.pushState({ ...window.history.state, sheets: sheetsHere() + 1 }, '');
  spare = 0;
  entered(sheetsHere());
};

/** Removes the entry of a closed sheet, unless a navigation or another sheet has followed. */
const leave = (depth: number): void => {
  spare = spare > 0 ? Math.min(spare, depth) : depth;
  const lowest = spare;
  setTimeout(() => {
    if (spare !== lowest) return;
    spare = 0;
    const above = sheetsHere() - lowest + 1;
    if (above <= 0) return;
    isGoingBack = true;
    window.addEventListener('popstate', () => (isGoingBack = false), { once: true });
    window.history.go(-above);
  }, SPARED_FOR);
};

/** Gives an overlay its own history entry, so that Back closes it instead of leaving the page. */
export function useBackCloses(isOver: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOver) return undefined;
    let own = 0;
    let isWanted = true;
    const back = (): void => {
      if (own === 0 || sheetsHere() >= own) return;
      own = 0;
      close.current();
    };
    const entering = setTimeout(() =>
      enter((depth) => {
        if (isWanted) own = depth;
        else leave(depth);
      }),
    );
    window.addEventListener('popstate', back);
    return () => {
      isWanted = false;
      clearTimeout(entering);
      window.removeEventListener('popstate', back);
      if (own > 0) leave(own);
    };
  }, [isOver]);
}
