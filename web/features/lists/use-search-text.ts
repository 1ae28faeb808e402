import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { timing } from '#contract/limits/timing.ts';

/**
 * Local state of the search field; the URL follows when typing pauses. The URL can't be the input's state, because the
 * router updates it asynchronously and fast typing would lose characters.
 */
export const useSearchText = (inAddress: string, write: (search: string) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(inAddress);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const seen = useRef(inAddress);
  /** Written, but not in the URL yet. */
  const written = useRef<string[]>([]);

  // The query may change while the timer runs: what is written then is added to the current one.
  const latestWrite = useRef(write);
  useLayoutEffect(() => {
    latestWrite.current = write;
  });

  // Not while rendering: a rendering of a new URL may be given up for a letter that is typed meanwhile.
  useLayoutEffect(() => {
    if (inAddress === seen.current) return;
    seen.current = inAddress;
    const place = written.current.indexOf(inAddress);
    written.current = place < 0 ? [] : written.current.slice(place + 1);
    // The URL was changed elsewhere: by a link, Back, or "Clear search".
    if (place < 0) {
      clearTimeout(timer.current);
      setText(inAddress);
    }
  }, [inAddress]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: string) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => {
        written.current.push(next);
        latestWrite.current(next);
      },
      next === '' ? 0 : timing.inputDebounce,
    );
  };
  return [text, change];
};
