import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { AllPages } from './AllPages.tsx';
import { FindBar } from './FindBar.tsx';
import type { Layout, Zoom } from './layout.ts';
import { layoutPages, nextZoom, pageInView, scaleFor, zoomOf } from './layout.ts';
import { scrollToPage, scrollToRect } from './scrolling.ts';
import { Sheet } from './Sheet.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import { useDocumentKeys } from './use-document-keys.ts';
import type { Hit } from './use-find.ts';
import { useFind } from './use-find.ts';
import { useMeasuredPages } from './use-measured-pages.ts';
import { ScrollerContext } from './use-page-detail.ts';
import { usePrint } from './use-print.ts';
import { useRoom } from './use-room.ts';
import { useScrollTop } from './use-scroll-window.ts';
import type { ViewerHandle } from './use-viewer-handle.ts';
import { useViewerHandle } from './use-viewer-handle.ts';
import { useZoomGestures } from './use-zoom-gestures.ts';
import { useZoomKeepingPosition } from './use-zoom-keeping-position.ts';
import { viewerKeys } from './viewer-keys.ts';
import { ZoomBar } from './ZoomBar.tsx';
import styles from './viewer.module.scss';

interface DocumentViewerProps {
  set: PageSet;
  title: string;
  /** Renders the layer over a page, for example its fields. A new function re-renders all layers. */
  layer?: ((page: number, size: Size) => ReactNode) | undefined;
  /** Whether pdf.js draws form widgets; off where the app draws the fields. */
  widgets?: boolean;
  /** Whether the document's links can be followed. */
  links?: boolean;
  onPrinted?: (() => void) | undefined;
  ref?: Ref<ViewerHandle>;
}

const SIDE = 32;
const PHONE = 736;
const NARROW_SIDE = 0;

/** Layout state of the viewer: available room, page sizes, scale and the current page. */
function useShown(scroller: RefObject<HTMLDivElement | null>, set: PageSet, ready: boolean) {
  const room = useRoom(scroller);
  const top = useScrollTop(scroller);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const pages = useMeasuredPages(set, ready);
  const narrow = room.width <= PHONE;
  const scale = scaleFor(pages, room.width - 2 * (narrow ? NARROW_SIDE : SIDE), zoom);
  const layout = useMemo(() => layoutPages(pages, scale), [pages, scale]);
  return { room, top, zoom, setZoom, pages, narrow, scale, layout, page: pageInView(layout, top, room.height) };
}

/** Scrolling and zooming by pointer, keys, buttons and the viewer's handle. */
function useMoves(scroller: RefObject<HTMLDivElement | null>, ref: Ref<ViewerHandle> | undefined, shown: ReturnType<typeof useShown>) {
  const { room, setZoom, pages, narrow, scale, layout, page } = shown;
  const zoomTo = useZoomKeepingPosition(scroller, layout, setZoom);
  useZoomGestures(scroller, (factor, x, y) => zoomTo(zoomOf(scale) * factor, x, y));
  useViewerHandle(ref, scroller, { layout, page, comeCloser: narrow ? setZoom : null });
  const choosePage = useChoosePage(scroller, layout);
  const fit = (): void => setZoom('fit');
  const step = (direction: 1 | -1): void => zoomTo(nextZoom(zoomOf(scale), direction), room.width / 2, room.height / 3);
  const go = (number: number): void => choosePage(Math.min(Math.max(number, 1), pages.length));
  const onKeyDown = viewerKeys(scroller, { pages: pages.length, page, go, zoom: step, fit });
  const showHit = ({ page: at, places: [place] }: Hit): void => {
    const box = layout.pages[at - 1];
    if (scroller.current && box && place) scrollToRect(scroller.current, box, place);
  };
  return { choosePage, fit, step, onKeyDown, showHit };
}

/** A document viewer with thumbnails, zoom, search, links and printing. */
export function DocumentViewer({ set, title, layer, widgets = false, links = true, onPrinted, ref }: DocumentViewerProps) {
  const { t } = useTranslation('viewer');
  const scroller = useRef<HTMLDivElement>(null);
  // The first page has priority: measuring the others and drawing thumbnails wait for it.
  const [ready, setReady] = useState(false);
  const onShown = useCallback(() => setReady(true), []);
  const shown = useShown(scroller, set, ready);
  const { room, top, zoom, pages, scale, layout, page } = shown;
  const { choosePage, fit, step, onKeyDown, showHit } = useMoves(scroller, ref, shown);
  const find = useFind(set, page, showHit);
  const [finding, setFinding] = useState(false);
  const openFind = useCallback(() => setFinding(true), []);
  const print = usePrint(set, onPrinted);
  useDocumentKeys(openFind, print.toggle);
  const closeFind = (): void => {
    setFinding(false);
    find.search('');
    scroller.current?.focus();
  };
  return (
    <div className={styles.viewer} onKeyDown={onKeyDown}>
      {pages.length > 1 ? <Thumbnails set={set} pages={pages} current={page} ready={ready} onChoose={choosePage} /> : null}
      <div ref={scroller} className={styles.scroller} tabIndex={0} role="region" aria-label={title} data-pages>
        <ScrollerContext.Provider value={scroller}>
          <Sheet set={set} layout={layout} top={top} height={room.width > 0 ? room.height : 0} page={page} widgets={widgets} layer={layer} find={find} onPage={links ? choosePage : undefined} onShown={onShown} />
        </ScrollerContext.Provider>
      </div>
      {finding ? <FindBar find={find} onClose={closeFind} /> : null}
      <ZoomBar label={t('toolbar')} page={page} pages={pages.length} zoom={zoomOf(scale)} fits={zoom === 'fit'} print={print} onStep={step} onFit={fit} onFind={openFind} onPage={choosePage}>
        {pages.length > 1 ? <AllPages set={set} pages={pages} page={page} onChoose={choosePage} /> : null}
      </ZoomBar>
    </div>
  );
}

/** Returns a callback that is stable across layout changes, so that the thumbnails do not re-render. */
function useChoosePage(scroller: RefObject<HTMLDivElement | null>, layout: Layout): (page: number) => void {
  const latest = useRef(layout);
  useLayoutEffect(() => {
    latest.current = layout;
  }, [layout]);
  return useCallback((page) => scrollToPage(scroller.current, latest.current, page), [scroller]);
}
