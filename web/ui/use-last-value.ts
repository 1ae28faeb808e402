import { useRef } from 'react';

/** Returns the last non-null value, so that a closing dialog keeps its text while it fades. */
export const useLastValue = <T>(value: T | null): T | null => {
  const last = useRef(value);
  if (value !== null) last.current = value;
  return value ?? last.current;
};
