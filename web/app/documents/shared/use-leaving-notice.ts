import { useEffect } from 'react';

/** Asks before the page is closed with unsaved changes (`beforeunload`). */
export function useLeavingNotice(active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [active]);
}
