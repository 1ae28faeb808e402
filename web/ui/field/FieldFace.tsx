import { Check } from 'lucide-react';
import type { Field } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { fieldDefaults } from '#contract/limits.ts';
import { fieldIcons } from './field-icons.ts';
import styles from './field-face.module.scss';

interface FieldFaceProps {
  field: Field;
  /** What stands in the field while it is empty. */
  placeholder?: string;
}

/** About half a letter's height: the average width of Helvetica's letters. */
const LETTER = 0.52;
/** The core writes one line at most this large, several lines at most that large (points). */
const LARGEST = 24.5;
const LARGEST_OF_SEVERAL = 12;

/** The size at which the core will write the text; sizes are kept in twelfths, 0 and 1 mean that the field decides. */
export function fontSizeOf(field: Field): string {
  const automatic = field.fontSize === 0 || field.fontSize === fieldDefaults.automaticFontSize;
  if (!automatic) return `calc(var(--point) * ${field.fontSize * 12})`;
  if (field.multiline) return `min(81cqh, calc(var(--point) * ${LARGEST_OF_SEVERAL}))`;
  const letters = typeof field.value === 'string' ? Math.max(field.value.length, 1) : 1;
  return `min(81cqh, calc(var(--point) * ${LARGEST}), calc(96cqw / ${Math.max(letters * LETTER, 1)}))`;
}

export function pictureOf(field: Field): string | null {
  const { value } = field;
  return typeof value === 'object' && value !== null && 'url' in value ? value.url : null;
}

/** What a field shows on its page: its value, or its kind while it is empty. */
export function FieldFace({ field, placeholder }: FieldFaceProps) {
  const picture = pictureOf(field);
  if (picture) return <img className={styles.picture} src={picture} alt="" draggable={false} />;
  if (field.type === 'checkmark') {
    return <span className={styles.mark}>{field.value === true ? <Check aria-hidden /> : null}</span>;
  }
  if (field.type === 'radio') {
    return <span className={styles.radio} data-on={field.value === true || undefined} />;
  }
  if (typeof field.value === 'string' && field.value !== '') {
    return (
      <span
        className={styles.text}
        data-multiline={field.multiline || undefined}
        style={{ fontSize: fontSizeOf(field), textAlign: field.textAlign }}
      >
        {field.value}
      </span>
    );
  }
  return <EmptyFace field={field} placeholder={placeholder} />;
}

function EmptyFace({ field, placeholder }: { field: Field; placeholder: string | undefined }) {
  const Glyph = fieldIcons[field.type];
  return (
    <span className={styles.empty} data-centred={isPictureType(field.type) || undefined}>
      <Glyph className={styles.icon} aria-hidden />
      {placeholder ? <span className={styles.placeholder}>{placeholder}</span> : null}
    </span>
  );
}
