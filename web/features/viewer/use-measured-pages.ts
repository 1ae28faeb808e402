import { startTransition, useEffect, useState } from 'react';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';

/** Returns the page sizes: first the known ones, then, once there is time, all measured ones. */
export function useMeasuredPages(set: PageSet, hasTime: boolean): readonly Size[] {
  const [pages, setPages] = useState<readonly Size[]>(set.pages);
  useEffect(() => {
    setPages(set.pages);
    if (!hasTime) return undefined;
    let wanted = true;
    void set.measured.then((measured) => {
      if (wanted) startTransition(() => setPages((old) => (sameSizes(old, measured) ? old : measured)));
    });
    return () => {
      wanted = false;
    };
  }, [set, hasTime]);
  return pages;
}

function sameSizes(a: readonly Size[], b: readonly Size[]): boolean {
  return a.length === b.length && a.every((size, at) => size.width === b[at]?.width && size.height === b[at]?.height);
}
