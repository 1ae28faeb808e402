import { useRef } from 'react';

/** Returns the last non-null value, so that a closing dialog keeps its text while it fades. */
export const useLastValue = <T>(value: T | null): T | null => {
  const kept = useRef(value);
  if (value !== null) kept.current = value;
  return value ?? kept.current;
};
