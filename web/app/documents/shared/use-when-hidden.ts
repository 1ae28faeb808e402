import { useEffect, useRef } from 'react';

/** Before the page may go: a phone says no more than that it is out of sight, and some browsers only that the page is left. */
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
