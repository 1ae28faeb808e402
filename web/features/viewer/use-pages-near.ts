import { useDeferredValue, useMemo } from 'react';
import type { Layout, PageBox } from './layout.ts';
import { pagesBetween } from './layout.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

const nowhere: Stretch = { from: 0, to: 0 };

/**
 * Returns the pages near the viewport. Mounting is deferred and interruptible, because a page with a hundred fields must
 * not block scrolling. Positions follow the layout at once.
 */
export function usePagesNear(layout: Layout, top: number, height: number): readonly PageBox[] {
  const near = pagesBetween(layout, top - height, top + 2 * height);
  const from = height > 0 ? (near[0]?.number ?? 1) - 1 : 0;
  const to = height > 0 ? from + near.length : 0;
  const stretch = useDeferredValue(
    useMemo((): Stretch => ({ from, to }), [from, to]),
    nowhere,
  );
  return useMemo(() => layout.pages.slice(stretch.from, stretch.to), [layout, stretch]);
}
