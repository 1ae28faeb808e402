import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages.service.ts';
import type { Layout, Zoom } from './layout.ts';
import { layoutPages, nextZoom, pageInView, scaleFor, zoomOf } from './layout.ts';
import { PageView } from './PageView.tsx';
import { scrollToPage } from './scrolling.ts';
import { Thumbnails } from './Thumbnails.tsx';
import { useMeasuredPages } from './use-measured-pages.ts';
import { usePagesNear } from './use-pages-near.ts';
import { usePixelRatio, useRoom } from './use-room.ts';
import { useScrollTop } from './use-scroll-window.ts';
import type { ViewerHandle } from './use-viewer-handle.ts';
import { useViewerHandle } from './use-viewer-handle.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { useZoomKeepingPlace } from './use-zoom-keeping-place.ts';
import { viewerKeys } from './viewer-keys.ts';
import { ZoomBar } from './ZoomBar.tsx';
import styles from './viewer.module.scss';

export interface DocumentViewerProps {
  set: PageSet;
  title: string;
  /** What lies over a page: fields to place, to fill or to read. The same function means the same layers. */
  layer?: ((page: number, size: Size) => ReactNode) | undefined;
  /** Let pdf.js draw the form widgets; off where our own fields are drawn. */
  widgets?: boolean;
  thumbnails?: boolean;
  onPage?: (page: number) => void;
  ref?: Ref<ViewerHandle>;
}

const SIDE = 32;
const PHONE = 736;
const NARROW_SIDE = 0;

/** Where the viewer stands in its document: the room it has, how large the pages are in it, which of them is in view. */
function useShown(scroller: RefObject<HTMLDivElement | null>, set: PageSet) {
  const room = useRoom(scroller);
  const top = useScrollTop(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const pages = useMeasuredPages(set);
  const narrow = room.width <= PHONE;
  const scale = scaleFor(pages, room.width - 2 * (narrow ? NARROW_SIDE : SIDE), zoom);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  return { room, top, zoom, setZoom, pages, narrow, scale, layout, page: pageInView(layout, top, room.height) };
}

export function DocumentViewer(props: DocumentViewerProps) {
  const { set, title, layer, widgets = false, thumbnails = true, onPage, ref } = props;
  const { t } = useTranslation('viewer');
  const scroller = useRef<HTMLDivElement>(null);
  const { room, top, zoom, setZoom, pages, narrow, scale, layout, page } = useShown(scroller, set);
  const zoomTo = useZoomKeepingPlace(scroller, layout, setZoom);
  useZoomGestures(scroller, (factor, x, y) => zoomTo(zoomOf(scale) * factor, x, y));
  useViewerHandle(ref, scroller, { layout, page, comeCloser: narrow ? setZoom : null });
  useLayoutEffect(() => onPage?.(page), [onPage, page]);

  const choosePage = useChoosePage(scroller, layout);
  const fit = (): void => setZoom('fit');
  const step = (direction: 1 | -1): void => zoomTo(nextZoom(zoomOf(scale), direction), room.width / 2, room.height / 3);
  const go = (number: number): void => choosePage(Math.min(Math.max(number, 1), pages.length));
  const onKeyDown = viewerKeys(scroller, { pages: pages.length, page, go, zoom: step, fit });

  return (
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      {thumbnails && pages.length > 1 ? <Thumbnails set={set} pages={pages} current={page} onChoose={choosePage} /> : null}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={title}>
        <Sheet set={set} layout={layout} top={top} height={room.width > 0 ? room.height : 0} page={page} widgets={widgets} layer={layer} />
      </div>
      <ZoomBar label={t('toolbar')} page={page} pages={pages.length} zoom={zoomOf(scale)} fits={zoom === 'fit'} onStep={step} onFit={fit} />
    </div>
  );
}

interface SheetProps extends Pick<DocumentViewerProps, 'set' | 'widgets' | 'layer'> {
  layout: Layout;
  top: number;
  /** Of the window; 0 until it is known. */
  height: number;
  page: number;
}

/** All pages below each other, of which only those near the window exist. */
function Sheet({ set, layout, top, height, page, widgets = false, layer }: SheetProps) {
  const ratio = usePixelRatio();
  const near = usePagesNear(layout, top, height);
  return (
    <div className={styles.sheet} style={{ height: layout.height, width: Math.max(layout.width, 1) }}>
      {near.map((box) => (
        <PageView
          key={box.number}
          set={set}
          box={box}
          total={layout.pages.length}
          ratio={ratio}
          widgets={widgets}
          distance={Math.abs(box.number - page)}
          layer={layer}
        />
      ))}
    </div>
  );
}

/** A function that stays the same while the layout changes, so that the thumbnails need not follow. */
function useChoosePage(scroller: RefObject<HTMLDivElement | null>, layout: Layout): (page: number) => void {
  const latest = useRef(layout);
  latest.current = layout;
  return useCallback((page) => scrollToPage(scroller.current, latest.current, page), [scroller]);
}
