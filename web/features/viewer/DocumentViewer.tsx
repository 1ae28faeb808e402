import { useCallback, useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { Rect, Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages.service.ts';
import type { Layout, PageBox, Zoom } from './layout.ts';
import {
  layoutPages,
  nextZoom,
  pageInView,
  pagesBetween,
  scaleFor,
  scrollAfterZoom,
  zoomOf,
} from './layout.ts';
import { PageView } from './PageView.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useRoom, usePixelRatio } from './use-room.ts';
import { useScrollTop } from './use-scroll-window.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { ZoomBar } from './ZoomBar.tsx';
import styles from './viewer.module.scss';

export interface ViewerHandle {
  showPage(page: number): void;
  /** Brings a place of a page into view without moving more than needed. */
  showRect(page: number, rect: Rect): void;
  readonly page: number;
}

export interface DocumentViewerProps {
  set: PageSet;
  title: string;
  /** What lies over a page: fields to place, to fill or to read. */
  layer?: (page: number, size: Size) => ReactNode;
  /** Let pdf.js draw the form widgets; off where our own fields are drawn. */
  widgets?: boolean;
  thumbnails?: boolean;
  onPage?: (page: number) => void;
  ref?: Ref<ViewerHandle>;
}

const SIDE = 32;
const PHONE = 736;
const NARROW_SIDE = 0;

export function DocumentViewer(props: DocumentViewerProps) {
  const { set, title, layer, widgets = false, thumbnails = true, onPage, ref } = props;
  const { t } = useTranslation('viewer');
  const scroller = useRef<HTMLDivElement>(null);
  const room = useRoom(scroller);
  const ratio = usePixelRatio();
  const top = useScrollTop(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const side = room.width <= PHONE ? NARROW_SIDE : SIDE;
  const pages = useMeasuredPages(set);
  const scale = scaleFor(pages, room.width - 2 * side, zoom);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  const page = pageInView(layout, top, room.height);
  const near = pagesBetween(layout, top - room.height, top + 2 * room.height);

  const zoomTo = useZoomKeepingPlace(scroller, layout, setZoom);
  useZoomGestures(scroller, (factor, x, y) => zoomTo(zoomOf(scale) * factor, x, y));
  useViewerHandle(ref, scroller, layout, page, room.width <= PHONE ? setZoom : null);
  useLayoutEffect(() => onPage?.(page), [onPage, page]);

  const choosePage = useChoosePage(scroller, layout);
  const stepZoom = (direction: 1 | -1): void =>
    zoomTo(nextZoom(zoomOf(scale), direction), room.width / 2, room.height / 3);
  const onKeyDown = useViewerKeys(scroller, layout, page, stepZoom, () => setZoom('fit'));

  return (
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      {thumbnails && pages.length > 1 ? (
        <Thumbnails set={set} pages={pages} current={page} onChoose={choosePage} />
      ) : null}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={title}>
        <div className={styles.sheet} style={{ height: layout.height, width: Math.max(layout.width, 1) }}>
          {room.width > 0
            ? near.map((box) => (
                <PageView
                  key={box.number}
                  set={set}
                  box={box}
                  total={pages.length}
                  ratio={ratio}
                  widgets={widgets}
                  distance={Math.abs(box.number - page)}
                  layer={layer?.(box.number, box)}
                />
              ))
            : null}
        </div>
      </div>
      <ZoomBar
        label={t('toolbar')}
        page={page}
        pages={pages.length}
        zoom={zoomOf(scale)}
        fits={zoom === 'fit'}
        onStep={stepZoom}
        onFit={() => setZoom('fit')}
      />
    </div>
  );
}

function scrollToPage(scroller: HTMLElement | null, layout: Layout, page: number): void {
  const box = layout.pages[page - 1];
  if (scroller && box) scroller.scrollTo({ top: box.top - 8 });
}

/** The sizes of the pages: at first those that are known, then all. */
function useMeasuredPages(set: PageSet): readonly Size[] {
  const [pages, setPages] = useState<readonly Size[]>(set.pages);
  useEffect(() => {
    let wanted = true;
    setPages(set.pages);
    void set.measured.then((measured) => {
      if (wanted) setPages((old) => (sameSizes(old, measured) ? old : measured));
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

/** A function that stays the same while the layout changes, so that the thumbnails need not follow. */
function useChoosePage(scroller: React.RefObject<HTMLDivElement | null>, layout: Layout): (page: number) => void {
  const latest = useRef(layout);
  latest.current = layout;
  return useCallback((page) => scrollToPage(scroller.current, latest.current, page), [scroller]);
}

/** Changes the zoom and afterwards puts the point under the pointer back where it was. */
function useZoomKeepingPlace(
  scroller: React.RefObject<HTMLDivElement | null>,
  layout: Layout,
  setZoom: (zoom: Zoom) => void,
) {
  const pending = useRef<{ x: number; y: number; before: number } | null>(null);
  useLayoutEffect(() => {
    const target = scroller.current;
    const wish = pending.current;
    if (!target || !wish || wish.before === layout.scale) return;
    pending.current = null;
    target.scrollLeft = scrollAfterZoom(target.scrollLeft, wish.x, wish.before, layout.scale);
    target.scrollTop = scrollAfterZoom(target.scrollTop, wish.y, wish.before, layout.scale);
  }, [scroller, layout]);
  return (zoom: number, x: number, y: number): void => {
    pending.current = { x, y, before: layout.scale };
    setZoom(zoom);
  };
}

function useViewerHandle(
  ref: Ref<ViewerHandle> | undefined,
  scroller: React.RefObject<HTMLDivElement | null>,
  layout: Layout,
  page: number,
  comeCloser: ((zoom: Zoom) => void) | null,
): void {
  const latest = useRef({ layout, page, comeCloser });
  latest.current = { layout, page, comeCloser };
  const awaited = useRef<{ number: number; rect: Rect } | null>(null);
  useLayoutEffect(() => {
    const wish = awaited.current;
    awaited.current = null;
    const box = wish ? layout.pages[wish.number - 1] : undefined;
    if (wish && box && scroller.current) scrollToRect(scroller.current, box, wish.rect);
  }, [scroller, layout]);
  useImperativeHandle(
    ref,
    () => ({
      get page() {
        return latest.current.page;
      },
      showPage: (number) => scrollToPage(scroller.current, latest.current.layout, number),
      showRect: (number, rect) => {
        const { layout: now, comeCloser: closer } = latest.current;
        const box = now.pages[number - 1];
        if (!scroller.current || !box) return;
        const zoom = closer ? readableZoom(box, rect, now.scale) : null;
        if (!zoom || !closer) {
          scrollToRect(scroller.current, box, rect);
          return;
        }
        awaited.current = { number, rect };
        closer(zoom);
      },
    }),
    [scroller],
  );
}

const READABLE = 26;
const CLOSEST = 2;

/** On a phone a place may be too low to read or write in; null when it is not. */
function readableZoom(box: PageBox, rect: Rect, scale: number): number | null {
  const height = (rect.height / 100) * box.height;
  const wanted = Math.min(zoomOf(scale) * (READABLE / Math.max(height, 1)), CLOSEST);
  return height < READABLE && wanted > zoomOf(scale) * 1.1 ? wanted : null;
}

function scrollToRect(scroller: HTMLElement, box: PageBox, rect: Rect): void {
  const top = box.top + (rect.y / 100) * box.height;
  const bottom = top + (rect.height / 100) * box.height;
  const margin = scroller.clientHeight * 0.25;
  const hidden = top < scroller.scrollTop + margin / 2 || bottom > scroller.scrollTop + scroller.clientHeight - margin;
  if (hidden) scroller.scrollTo({ top: Math.max(0, top - margin) });
  if (box.width <= scroller.clientWidth) return;
  const left = (rect.x / 100) * box.width;
  const spare = scroller.clientWidth - (rect.width / 100) * box.width;
  scroller.scrollTo({ left: Math.max(0, left - Math.max(spare / 2, 16)) });
}

function useViewerKeys(
  scroller: React.RefObject<HTMLDivElement | null>,
  layout: Layout,
  page: number,
  stepZoom: (direction: 1 | -1) => void,
  fit: () => void,
) {
  return useCallback(
    (event: KeyboardEvent) => {
      const go = (number: number): void => {
        event.preventDefault();
        scrollToPage(scroller.current, layout, Math.min(Math.max(number, 1), layout.pages.length));
      };
      if ((event.ctrlKey || event.metaKey) && '+=-0'.includes(event.key)) {
        event.preventDefault();
        if (event.key === '0') fit();
        else stepZoom(event.key === '-' ? -1 : 1);
        return;
      }
      if (event.target !== scroller.current || event.ctrlKey || event.metaKey) return;
      if (event.key === 'PageDown') go(page + 1);
      if (event.key === 'PageUp') go(page - 1);
      if (event.key === 'Home') go(1);
      if (event.key === 'End') go(layout.pages.length);
      if (event.key === '+' || event.key === '=') stepZoom(1);
      if (event.key === '-') stepZoom(-1);
    },
    [scroller, layout, page, stepZoom, fit],
  );
}
