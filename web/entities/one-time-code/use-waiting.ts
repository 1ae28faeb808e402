import { useEffect, useState } from 'react';

/** Counts down the remaining seconds; restarts when `round` changes. */
export const useWaiting = (seconds: number, round: number): number => {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds, round]);
  return left;
};
