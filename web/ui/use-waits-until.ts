import { useEffect, useState } from 'react';

/** Returns the time while it is in the future, then null. */
export function useWaitsUntil(time: number): number | null {
  const [now, setNow] = useState(() => Date.now());
  const wait = time - now;
  useEffect(() => {
    if (wait <= 0) return undefined;
    const timer = setTimeout(() => setNow(Date.now()), wait);
    return () => clearTimeout(timer);
  }, [wait]);
  return wait > 0 ? time : null;
}
