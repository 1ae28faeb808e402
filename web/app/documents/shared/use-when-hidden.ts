import { useEffect, useRef } from 'react';

/** Runs when the page may be closed. Phones only report `visibilitychange`, some browsers only `pagehide`. */
export function useWhenHidden(act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const leave = (): void => latest.current();
    const hide = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', leave);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', leave);
    };
  }, []);
}
