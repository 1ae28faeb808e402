import type { ReactNode } from 'react';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { Layout } from './layout.ts';
import { PageView } from './PageView.tsx';
import type { Find } from './use-find.ts';
import { useHitsByPage } from './use-find.ts';
import { usePagesNear } from './use-pages-near.ts';
import { usePixelRatio } from './use-room.ts';
import styles from './viewer.module.scss';

interface SheetProps {
  set: PageSet;
  layout: Layout;
  /** Scroll position and height of the viewport; the height is 0 until measured. */
  top: number;
  height: number;
  /** The current page. */
  page: number;
  widgets: boolean;
  layer: ((page: number, size: Size) => ReactNode) | undefined;
  find: Find;
  /** Goes to a page when a link is followed; without it, links are not shown. */
  onPage: ((page: number) => void) | undefined;
  /** Called when the first page is rendered or has failed. */
  onShown: () => void;
}

/** The pages in a column; only those near the viewport are mounted. */
export function Sheet({ set, layout, top, height, page, widgets, layer, find, onPage, onShown }: SheetProps) {
  const ratio = usePixelRatio();
  const near = usePagesNear(layout, top, height);
  const hitsOn = useHitsByPage(find.hits);
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
          hits={hitsOn(box.number)}
          current={find.current?.page === box.number ? find.current : null}
          onPage={onPage}
          onShown={onShown}
        />
      ))}
    </div>
  );
}
