import styles from './signing.module.scss';

interface PlaceNoteProps {
  problem: string | null;
  /** The expected format, or the interpreted value. */
  hint?: string | null;
  current: boolean;
}

/**
 * Note beside a field: its problem, or the expected format while it is filled. The label is in the guide's bar, because
 * over the page it would cover the label of the next field. Screen readers get both from the input.
 */
export function PlaceNote({ problem, hint, current }: PlaceNoteProps) {
  const words = problem ?? (current ? hint : null);
  if (!words) return null;
  return (
    <span className={styles.note} data-problem={problem ? true : undefined} aria-hidden>
      {words}
    </span>
  );
}
