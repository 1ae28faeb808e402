import styles from './signing.module.scss';

interface PlaceNoteProps {
  label: string;
  problem: string | null;
  /** What is expected, or what is understood. */
  hint?: string | null;
  current: boolean;
}

/** Beside a place: what is wrong, or while it is filled its label and what is expected. Readers have both from the input. */
export function PlaceNote({ label, problem, hint, current }: PlaceNoteProps) {
  if (problem) {
    return (
      <span className={styles.note} data-problem aria-hidden>
        {problem}
      </span>
    );
  }
  if (!current) return null;
  return (
    <span className={styles.note} aria-hidden>
      <span className={styles.noteLabel}>{label}</span>
      {hint ? <span>{hint}</span> : null}
    </span>
  );
}
