import { Check } from 'lucide-react';
import type { Field } from '#contract/entities/field.ts';
import { isPictureType, pointsOf } from '#contract/entities/field-rules.ts';
import { fieldDefaults, textColors } from '#contract/limits/fields.ts';
import { fieldIcons } from './field-icons.ts';
import styles from './field-appearance.module.scss';

interface FieldAppearanceProps {
  field: Field;
  /** Text shown in an empty field. */
  placeholder?: string;
}

/** Average character width of Helvetica as a share of the font size. */
const LETTER = 0.52;
/** Font sizes in points: the core writes one line between these sizes, several lines at this size at most. */
const LARGEST = fieldDefaults.fontSize * fieldDefaults.pointsOfPixel;
const SMALLEST = fieldDefaults.minimumFontSize * fieldDefaults.pointsOfPixel;
const LARGEST_OF_SEVERAL = 12;

const inPoints = (points: number): string => `calc(var(--point) * ${points})`;

/** Returns the font size that the core will use for the text. */
export function fontSizeOf(field: Field): string {
  const points = pointsOf(field.fontSize);
  if (points !== null) return inPoints(points);
  if (field.multiline) return `min(81cqh, ${inPoints(LARGEST_OF_SEVERAL)})`;
  const letters = typeof field.value === 'string' ? Math.max(field.value.length, 1) : 1;
  const fitting = `calc(96cqw / ${Math.max(letters * LETTER, 1)})`;
  return `max(${inPoints(SMALLEST)}, min(81cqh, ${inPoints(LARGEST)}, ${fitting}))`;
}

/** Height of a line in units of the font size, and the number of lines below which the core writes a single one at the bottom. */
const LEADING = 1.156;
const LOW_BELOW = 3;
/** Above and below the lines, in points. */
const PADDING = 2;

/** Vertical position of the text, for the custom property that `text-at` of the styles reads. `paperHeight` is the height of the page in points. */
export function textAtOf({ multiline, rect, fontSize }: Field, paperHeight: number): string {
  if (!multiline) return 'safe center';
  const height = (rect.height / 100) * paperHeight - 2 * PADDING;
  return height < LOW_BELOW * LEADING * (pointsOf(fontSize) ?? LARGEST_OF_SEVERAL) ? 'safe end' : 'start';
}

/** Returns the number of comb cells, one per character; null if the field is no comb. */
export const combCellsOf = ({ comb, multiline, textMaxLength }: Field): number | null => (comb && !multiline && textMaxLength > 1 ? textMaxLength : null);

/** Font size at which each character fits its cell. */
export const combFontSizeOf = (cells: number): string => `min(81cqh, ${inPoints(LARGEST)}, calc(100cqw / ${cells * LETTER * 1.2}))`;

export function pictureOf(field: Field): string | null {
  const { value } = field;
  return typeof value === 'object' && value !== null && 'url' in value ? value.url : null;
}

/** The colour that the value is written in; undefined for that of the page. */
export const inkOf = ({ textColor }: Field): string | undefined => (textColor === textColors.black ? undefined : textColor);

/** Shows a field's value on the page, or its type while it is empty. */
export function FieldAppearance({ field, placeholder }: FieldAppearanceProps) {
  const picture = pictureOf(field);
  if (picture) return <img className={styles.picture} src={picture} alt="" draggable={false} />;
  if (field.type === 'checkmark') {
    return <span className={styles.mark} style={{ color: inkOf(field) }}>{field.value === true ? <Check aria-hidden /> : null}</span>;
  }
  if (field.type === 'radio') {
    return <span className={styles.radio} style={{ color: inkOf(field) }} data-on={field.value === true || undefined} />;
  }
  const cells = combCellsOf(field);
  if (cells && typeof field.value === 'string' && field.value !== '') return <CombAppearance text={field.value} cells={cells} ink={inkOf(field)} />;
  if (typeof field.value === 'string' && field.value !== '') {
    return (
      <span
        className={styles.text}
        dir="auto"
        data-multiline={field.multiline || undefined}
        style={{ color: inkOf(field), fontSize: fontSizeOf(field), textAlign: field.textAlign }}
      >
        {field.value}
      </span>
    );
  }
  return <EmptyAppearance field={field} placeholder={placeholder} />;
}

function CombAppearance({ text, cells, ink }: { text: string; cells: number; ink: string | undefined }) {
  return (
    <span className={styles.comb} style={{ color: ink, fontSize: combFontSizeOf(cells), gridTemplateColumns: `repeat(${cells}, 1fr)` }}>
      {[...text].map((letter, at) => (
        // Comb characters have no identity beyond their position.
        <span key={`${at}${letter}`}>{letter}</span>
      ))}
    </span>
  );
}

function EmptyAppearance({ field, placeholder }: { field: Field; placeholder: string | undefined }) {
  const Glyph = fieldIcons[field.type];
  return (
    <span className={styles.empty} data-centred={isPictureType(field.type) || undefined}>
      <Glyph className={styles.icon} aria-hidden />
      {placeholder ? <span className={styles.placeholder}>{placeholder}</span> : null}
    </span>
  );
}
