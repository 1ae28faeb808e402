import { startTransition, useEffect, useState } from 'react';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages.service.ts';

/** The sizes of the pages: at first those that are known, then all. */
export function useMeasuredPages(set: PageSet): readonly Size[] {
  const [pages, setPages] = useState<readonly Size[]>(set.pages);
  useEffect(() => {
    let wanted = true;
    setPages(set.pages);
    void set.measured.then((measured) => {
      if (wanted) startTransition(() => setPages((old) => (sameSizes(old, measured) ? old : measured)));
    });
    return () => {
      wanted = false;
    };
  }, [set]);
  return pages;
}

function sameSizes(a: readonly Size[], b: readonly Size[]): boolean {
  return a.length === b.length && a.every((size, at) => size.width === b[at]?.width && size.height === b[at]?.height);
}
