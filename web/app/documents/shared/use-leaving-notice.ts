import { useEffect } from 'react';

/** The browser asks before a page is closed whose work is nowhere else yet. */
export function useLeavingNotice(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}
