import { memo } from 'react';
import type { CSSProperties } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import type { Rect } from '#web/entities/field/geometry.ts';
import { handles } from '#web/entities/field/geometry.ts';
import { FieldAppearance, textAtOf } from '#web/ui/field/FieldAppearance.tsx';
import { recipientColor } from '#web/ui/initials.ts';
import type { Person } from './people.ts';
import type { Grab } from './use-grab.ts';
import styles from './editor.module.scss';

interface FieldBoxProps {
  field: Field;
  rect: Rect;
  person: Person | undefined;
  /** Name of the field type. */
  kind: string;
  /** Accessible name. */
  label: string;
  selected: boolean;
  /** Whether only this field is selected, so that it shows handles. */
  alone: boolean;
  onGrab: Grab;
  onFocused: (field: Field) => void;
  /** Height of the page in points. */
  paperHeight: number;
}

/** The document's own fixed texts are drawn with the page. */
function isDrawnByPage(field: Field): boolean {
  return field.readonly && field.pdfFieldId !== null;
}

export function placeStyle(rect: Rect): CSSProperties {
  return {
    left: `${rect.x}%`,
    top: `${rect.y}%`,
    width: `${rect.width}%`,
    height: `${rect.height}%`,
  };
}

/** A field in the editor, dragged by pointer, focused and moved by keyboard. */
export const FieldBox = memo(function FieldBox(props: FieldBoxProps) {
  const { field, rect, person, kind, label, selected, alone, onGrab, onFocused, paperHeight } = props;
  const colour = person ? recipientColor(person.colour - 1) : 'var(--paper-ink-2)';
  return (
    <div
      className={styles.field}
      style={{ ...placeStyle(rect), '--owner': colour, '--text-at': textAtOf(field, paperHeight) } as CSSProperties}
      role="button"
      tabIndex={0}
      aria-label={label}
      aria-pressed={selected}
      aria-describedby="editor-field-help"
      data-field={field.id}
      data-selected={selected || undefined}
      data-hidden={field.hidden || undefined}
      onPointerDown={(event) => onGrab(event, field, null)}
      onFocus={() => onFocused(field)}
    >
      <span className={styles.face}>
        {isDrawnByPage(field) ? null : (
          <FieldAppearance field={field} placeholder={isPictureType(field.type) || field.type === 'link' ? kind : ''} />
        )}
      </span>
      {person ? (
        <span className={styles.owner} data-owner aria-hidden>
          {person.initials}
        </span>
      ) : null}
      {alone
        ? handles.map((handle) => (
            <span
              key={handle}
              className={styles.handle}
              data-handle={handle}
              aria-hidden
              onPointerDown={(event) => onGrab(event, field, handle)}
            />
          ))
        : null}
    </div>
  );
});
