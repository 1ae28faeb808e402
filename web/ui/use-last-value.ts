import { useRef } from 'react';

/** The last value that was there: a dialog that closes keeps its words while it fades. */
export const useLastValue = <T>(value: T | null): T | null => {
  const kept = useRef(value);
  if (value !== null) kept.current = value;
  return value ?? kept.current;
};
