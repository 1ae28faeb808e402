import { useEffect, useRef, useState } from 'react';
import { timing } from '#contract/limits.ts';

/**
 * Local state of the search field; the URL follows when typing pauses. The URL can't be the input's state, because the
 * router updates it asynchronously and fast typing would lose characters.
 */
export const useSearchText = (inAddress: string, write: (search: string) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useRef(inAddress);

  // The URL was changed elsewhere: by a link, Back, or "Clear search".
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
