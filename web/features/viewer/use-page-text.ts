import { useEffect, useState } from 'react';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';

const SETTLED = 400;

/** Returns the text of a page for screen readers, read once the page has stayed in view. */
export function usePageText(set: PageSet, page: number, inView: boolean): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!inView || text) return undefined;
    let wanted = true;
    const timer = setTimeout(() => {
      set.text(page).then(
        (found) => {
          if (wanted) setText(found);
        },
        // A page without readable text is still shown, but not available to screen readers.
        () => undefined,
      );
    }, SETTLED);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [set, page, inView, text]);
  return text;
}
