import { memo, useDeferredValue, useMemo, useState } from 'react';
import type { CSSProperties, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Field, FieldType } from '#contract/entities/field.ts';
import type { Point, Rect, Size } from '#web/entities/field/geometry.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { selectFieldsOnPage, selectProposalsOnPage, selectReview, selectSelection, selectTool } from './editor.selectors.ts';
import { rectAround } from './field-edits.ts';
import { FieldBox, placeStyle } from './FieldBox.tsx';
import { personOf, usePeople } from './people.ts';
import { ProposalBox } from './ProposalBox.tsx';
import type { Guide } from './snapping.ts';
import { useLayerBand, useLayerDrag } from './use-layer-drags.ts';
import { pointOn } from './use-place-drag.ts';
import { useFieldKeys } from './use-field-keys.ts';
import type { Grab } from './use-grab.ts';
import { useFocusSelect, useGrab } from './use-grab.ts';
import styles from './editor.module.scss';

export interface EditorLayerProps {
  page: number;
  /** Displayed size of the page in CSS pixels. */
  size: Size;
  /** Size of the page in points. */
  paper: Size;
}

/** The editor's layer over one page. */
export const EditorLayer = memo(function EditorLayer({ page, size, paper }: EditorLayerProps) {
  const { t } = useTranslation('editor');
  const fields = useSelector((root: EditorRoot) => selectFieldsOnPage(root, page));
  const selection = useSelector(selectSelection);
  const tool = useSelector(selectTool);
  const chosen = useMemo(() => new Set(selection), [selection]);
  const drag = useLayerDrag({ page, size, paper });
  const band = useLayerBand({ page, size, paper }, fields);
  const onGrab = useGrab(fields, chosen, drag.begin);
  const onKeyDown = useFieldKeys(page, paper);
  const armed = useArmedGhost(tool, paper);
  return (
    <div
      className={styles.layer}
      data-armed={tool ?? undefined}
      style={{ '--point': `${size.width / paper.width}px` } as CSSProperties}
      role="group"
      aria-label={t('fieldsOnPage', { page })}
      onKeyDown={onKeyDown}
      onPointerDown={band.onPointerDown}
      onPointerLeave={armed.leave}
      onPointerMove={(event) => {
        armed.move(event);
        band.onPointerMove(event);
        drag.move(event);
      }}
      onPointerUp={(event) => {
        band.onPointerUp(event);
        drag.end(event);
      }}
      onPointerCancel={drag.cancel}
    >
      <Proposals page={page} />
      <FieldBoxes fields={fields} rects={drag.view.rects} chosen={chosen} onGrab={onGrab} paperHeight={paper.height} />
      <Guides guides={drag.view.guides} />
      {armed.rect && !band.band ? <span className={styles.armed} style={placeStyle(armed.rect)} data-ghost aria-hidden /> : null}
      {band.band ? <span className={styles.band} style={placeStyle(band.band)} aria-hidden /> : null}
    </div>
  );
});

/** Preview of where a click would place the selected field type, for mouse and pen. */
function useArmedGhost(tool: FieldType | null, paper: Size) {
  const [at, setAt] = useState<Point | null>(null);
  return {
    rect: tool && at ? rectAround(tool, at, paper) : null,
    move: (event: PointerEvent<HTMLElement>): void => {
      if (tool && event.pointerType !== 'touch') setAt(pointOn(event, event.currentTarget));
    },
    leave: (): void => setAt(null),
  };
}

const none: Field[] = [];
/** Number of boxes that render at once without noticeable delay. */
const AT_ONCE = 20;

/** Defers rendering when many fields are added, such as those of a newly opened form; a single change renders at once. */
function useInSlices(fields: readonly Field[]): readonly Field[] {
  const later = useDeferredValue(fields, none);
  return fields.length > later.length + AT_ONCE ? later : fields;
}

/** Undecided proposals on the page. */
const Proposals = memo(function Proposals({ page }: { page: number }) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const proposals = useInSlices(useSelector((root: EditorRoot) => selectProposalsOnPage(root, page)));
  const review = useSelector(selectReview);
  return proposals.map((field) => {
    const kind = t(`types.${field.type}`);
    const label = t('proposals.take', { kind: field.tooltip ? words('review.labelled', { kind, label: field.tooltip }) : kind });
    return <ProposalBox key={field.id} field={field} label={label} reviewing={review !== null} reviewed={field.id === review} />;
  });
});

interface FieldBoxesProps {
  fields: readonly Field[];
  /** Positions of fields during a drag. */
  rects: ReadonlyMap<string, Rect>;
  chosen: ReadonlySet<string>;
  onGrab: Grab;
  paperHeight: number;
}

/** A page may have a hundred fields. Their labels are computed here, and each box re-renders only when its field changes. */
const FieldBoxes = memo(function FieldBoxes({ fields: all, rects, chosen, onGrab, paperHeight }: FieldBoxesProps) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const fields = useInSlices(all);
  const people = usePeople();
  const onFocused = useFocusSelect();
  return fields.map((field) => {
    const person = personOf(people, field.recipient);
    const selected = chosen.has(field.id);
    const kind = t(`types.${field.type}`);
    const labelled = field.tooltip ? words('review.labelled', { kind, label: field.tooltip }) : kind;
    const name = t('fieldName', { kind: labelled, owner: person?.name ?? t('nobody'), page: field.page });
    return (
      <FieldBox
        key={field.id}
        field={field}
        rect={rects.get(field.id) ?? field.rect}
        person={person}
        kind={kind}
        label={field.required ? t('requiredField', { name }) : name}
        selected={selected}
        alone={selected && chosen.size === 1}
        onGrab={onGrab}
        onFocused={onFocused}
        paperHeight={paperHeight}
      />
    );
  });
});

/** Alignment guides during a drag. */
function Guides({ guides }: { guides: readonly Guide[] }) {
  return guides.map(({ axis, at }) => (
    <span key={`${axis}${at}`} className={styles.guide} data-axis={axis} style={axis === 'x' ? { left: `${at}%` } : { top: `${at}%` }} aria-hidden />
  ));
}
