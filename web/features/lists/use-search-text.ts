import { useEffect, useRef, useState } from 'react';
import { timing } from '#contract/limits.ts';

/**
 * What is typed shows at once; the address follows when typing pauses. It can't be the input's own state:
 * the router changes it a little later, and fast typing would lose letters.
 */
export const useSearchText = (inAddress: string, write: (search: string) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(inAddress);

  // Somebody else changed the address: a link, the way back, "Clear search".
  if (inAddress !== written.current) {
    written.current = inAddress;
    clearTimeout(timer.current);
    setText(inAddress);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        written.current = next;
        write(next);
      },
      next === '' ? 0 : timing.inputDebounce,
    );
  };
  return [text, change];
};
