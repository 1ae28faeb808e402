import { useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { Button, Toolbar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { FieldType } from '#contract/entities/field.ts';
import { fieldTypes } from '#contract/entities/field.ts';
import { advancedFieldTypes } from '#contract/permissions/plan.permissions.ts';
import type { Size } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import { fieldIcons } from '#web/ui/field/field-icons.ts';
import { notify } from '#web/ui/snackbar.ts';
import { selectAssignee, selectIsReady, selectTool } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { rectAround } from './field-edits.ts';
import { focusSelected } from './focus.ts';
import { useIncluded } from './plan.ts';
import { pointOn } from './use-place-drag.ts';
import { typeKeys } from './use-editor-shortcuts.ts';
import styles from './editor.module.scss';

interface PaletteProps {
  /** Returns the visible page, on which a field is placed by keyboard. */
  currentPage: () => number;
  paperOf: (page: number) => Size;
}

const order: readonly FieldType[] = ['signature', 'initials', 'text', 'date', 'checkmark', 'radio', 'image', 'link'].filter(
  (type): type is FieldType => fieldTypes.some((each) => each === type),
);

const keyOf = (type: FieldType): string =>
  Object.entries(typeKeys).find(([, each]) => each === type)?.[0] ?? '';

/** The field types: press and click on the page, drag onto the page, or press Enter to place in the middle. */
export function Palette({ currentPage, paperOf }: PaletteProps) {
  const { t } = useTranslation('editor');
  const { t: plan } = useTranslation('plan');
  const dispatch = useDispatch();
  const hasAdvanced = useIncluded('allowAdvancedFields');
  const tool = useSelector(selectTool);
  const recipient = useSelector(selectAssignee);
  const isReady = useSelector(selectIsReady);

  const place = (type: FieldType, page: number, at: { x: number; y: number }): void => {
    const paper = paperOf(page);
    dispatch(editorActions.fieldPlaced({ type, page, rect: rectAround(type, at, paper), recipient, paper }));
    announce(t('said.placed', { kind: t(`types.${type}`), page }));
    focusSelected();
  };
  const drag = usePaletteDrag((type, page, at) => place(type, page, at));

  return (
    <>
      <Toolbar className={styles.palette} orientation="vertical" aria-label={t('palette')}>
        {order.map((type) => {
          const Glyph = fieldIcons[type];
          const isIncluded = hasAdvanced || !advancedFieldTypes.includes(type);
          return (
            <Button
              key={type}
              className={styles.tool}
              isDisabled={!isReady}
              aria-pressed={tool === type}
              aria-keyshortcuts={keyOf(type)}
              aria-disabled={!isIncluded}
              onPress={(event) => {
                if (!isIncluded) {
                  // A type outside the plan stays visible and gives the reason.
                  notify(plan('lacks', { features: plan('features.allowAdvancedFields') }), { id: 'plan' });
                  return;
                }
                if (event.pointerType === 'keyboard' || event.pointerType === 'virtual') {
                  place(type, currentPage(), { x: 50, y: 50 });
                  return;
                }
                if (!drag.justDropped()) dispatch(editorActions.toolChosen(tool === type ? null : type));
              }}
            >
              <span
                className={styles.toolGrip}
                onPointerDown={(event) => isIncluded && drag.start(event, type)}
              >
                <Glyph size={20} aria-hidden />
                <span className={styles.toolName}>{t(`types.${type}`)}</span>
                <kbd className={styles.toolKey} aria-hidden>
                  {keyOf(type).toUpperCase()}
                </kbd>
              </span>
            </Button>
          );
        })}
      </Toolbar>
      {drag.ghost ? (
        <span className={styles.ghost} style={{ left: drag.ghost.x, top: drag.ghost.y }} aria-hidden>
          {t(`types.${drag.ghost.type}`)}
        </span>
      ) : null}
    </>
  );
}

interface Ghost {
  readonly type: FieldType;
  readonly x: number;
  readonly y: number;
}

const MEANT = 6;

/** Drags a field type from the palette onto a page. A press without movement stays a press. */
function usePaletteDrag(dropped: (type: FieldType, page: number, at: { x: number; y: number }) => void) {
  const [ghost, setGhost] = useState<Ghost | null>(null);
  const droppedAt = useRef(0);
  const latest = useRef(dropped);
  latest.current = dropped;

  const drop = (type: FieldType, event: globalThis.PointerEvent): void => {
    droppedAt.current = performance.now();
    const under = document.elementsFromPoint(event.clientX, event.clientY);
    const page = under.find(
      (element): element is HTMLElement => element instanceof HTMLElement && element.dataset['page'] !== undefined,
    );
    if (page) latest.current(type, Number(page.dataset['page']), pointOn(event, page));
  };

  const start = (event: PointerEvent<HTMLElement>, type: FieldType): void => {
    // Touch scrolls the strip. On touch devices a field is placed by selecting a type and tapping the page.
    if (event.button !== 0 || event.pointerType === 'touch') return;
    const from = { x: event.clientX, y: event.clientY };
    const ended = new AbortController();
    let meant = false;
    const options = { signal: ended.signal };
    const moved = (next: globalThis.PointerEvent): void => {
      meant ||= Math.hypot(next.clientX - from.x, next.clientY - from.y) >= MEANT;
      if (meant) setGhost({ type, x: next.clientX, y: next.clientY });
    };
    const over = (next: globalThis.PointerEvent): void => {
      ended.abort();
      setGhost(null);
      if (meant && next.type === 'pointerup') drop(type, next);
    };
    window.addEventListener('pointermove', moved, options);
    window.addEventListener('pointerup', over, options);
    window.addEventListener('pointercancel', over, options);
  };

  return { ghost, start, justDropped: () => performance.now() - droppedAt.current < 300 };
}
