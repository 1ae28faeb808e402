import { useEffect, useLayoutEffect, useRef } from 'react';

/** How many sheets lie over the page that an entry of the history shows. */
const sheetsOf = (state: unknown): number => (typeof state === 'object' && state !== null && 'sheets' in state && typeof state.sheets === 'number' ? state.sheets : 0);
const sheetsHere = (): number => sheetsOf(window.history.state);

/** One sheet often follows another, or a page does: only then is an entry of no use. */
const SPARED_FOR = 100;
/** The lowest entry that has lost its sheet, and may be had by the next. */
let spare = 0;
let isGoingBack = false;

/** An entry for a sheet that opens; gives its depth. Where one is being left, after that. */
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

/** The entry of a sheet that was closed goes too, unless what closed it has led elsewhere. */
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

/** What is over the page has an entry of its own in the history, so that Back closes it and not the page. */
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
