import styles from './signing.module.scss';

interface PlaceNoteProps {
  problem: string | null;
  /** What is expected, or what is understood. */
  hint?: string | null;
  current: boolean;
}

/**
 * Beside a place: what is wrong, or while it is filled what is expected. Its label stands in the guide's bar: over the page it
 * would cover what asks for the next field. Readers have all of it from the input.
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
