import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { timing } from '#contract/limits/timing.ts';
import { scrollerOf } from './scroller-of.ts';
import type { ListWindow } from './virtual-window.ts';
import { useLeaving } from './use-leaving.ts';
import { offsetsOf, windowOf } from './virtual-window.ts';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  /** Number of items of the whole list, if more can be loaded; null if it is unknown. */
  total?: number | null;
  keyOf: (item: Item) => string;
  /** Assumed height of a row in pixels until it is measured. */
  estimate: number;
  className?: string | undefined;
  /** Renders one row: a list item that spreads `row` on its element. */
  children: (item: Item, row: RowProps) => ReactNode;
}

/** Props for each row's element: its position among all rows for screen readers, and the key for measuring. */
export interface RowProps {
  'aria-setsize': number;
  'aria-posinset': number;
  'data-row': string;
  /** Of a removed row, which fades out of reach. */
  'aria-hidden'?: true;
  inert?: true;
  style?: CSSProperties;
}

const fading = { 'aria-hidden': true, inert: true, style: { opacity: 0, transition: `opacity ${timing.itemAnimationDelay}ms` } } as const;

/** ARIA's value for a list of unknown size. */
const UNKNOWN = -1;

/** Rows rendered outside the viewport, for keyboard navigation and fast scrolling. */
const AROUND = 8;

/** A list of thousands of rows, of which only those near the viewport are in the DOM. */
export function VirtualList<Item>({ label, items: wanted, total = wanted.length, keyOf, estimate, className, children }: VirtualListProps<Item>) {
  const { shown: items, leaving } = useLeaving(wanted, keyOf);
  const list = useRef<HTMLUListElement>(null);
  const heights = useRef(new Map<string, number>());
  const [measured, setMeasured] = useState(0);
  const offsets = useMemo(
    () => offsetsOf(items.length, (index) => heights.current.get(keyOf(items[index] as Item)) ?? estimate),
    // `measured` changes when estimated heights are replaced by measured ones.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [items, keyOf, estimate, measured],
  );
  const shown = useWindow(list, offsets);
  useMeasured(list, heights, shown, () => setMeasured((old) => old + 1));
  return (
    <ul ref={list} aria-label={label} className={className} style={{ paddingBlock: `${shown.before}px ${shown.after}px` }}>
      {items.slice(shown.start, shown.end).map((item, index) =>
        children(item, { 'aria-setsize': total ?? UNKNOWN, 'aria-posinset': shown.start + index + 1, 'data-row': keyOf(item), ...(leaving.has(keyOf(item)) ? fading : {}) }),
      )}
    </ul>
  );
}

const first: ListWindow = { start: 0, end: 24, before: 0, after: 0 };

/** Follows the scroll position of the list's scroll container. */
function useWindow(list: RefObject<HTMLUListElement | null>, offsets: Float64Array): ListWindow {
  const [shown, setShown] = useState(first);
  const look = useCallback(() => {
    const element = list.current;
    if (!element) return;
    const scroller = scrollerOf(element);
    const top = scroller.getBoundingClientRect().top - element.getBoundingClientRect().top;
    const next = windowOf(offsets, top, top + scroller.clientHeight, AROUND);
    setShown((old) => (old.start === next.start && old.end === next.end && old.before === next.before && old.after === next.after ? old : next));
  }, [list, offsets]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const scroller = scrollerOf(element);
    const target = scroller === document.documentElement ? window : scroller;
    let frame = 0;
    const later = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        look();
      });
    };
    target.addEventListener('scroll', later, { passive: true });
    window.addEventListener('resize', later);
    return () => {
      cancelAnimationFrame(frame);
      target.removeEventListener('scroll', later);
      window.removeEventListener('resize', later);
    };
  }, [list, look]);
  return { ...shown, end: Math.min(shown.end, offsets.length - 1), start: Math.min(shown.start, offsets.length - 1) };
}

/** Stores the measured heights of rendered rows. */
function useMeasured(list: RefObject<HTMLUListElement | null>, heights: RefObject<Map<string, number>>, shown: ListWindow, changed: () => void): void {
  const tell = useRef(changed);
  tell.current = changed;
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const measure = (): void => {
      let news = false;
      for (const row of element.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
        const key = row.dataset['row'] ?? '';
        const height = row.getBoundingClientRect().height;
        if (height === 0 || Math.abs((heights.current.get(key) ?? -1) - height) < 0.5) continue;
        heights.current.set(key, height);
        news = true;
      }
      if (news) tell.current();
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [list, heights, shown.start, shown.end]);
}
