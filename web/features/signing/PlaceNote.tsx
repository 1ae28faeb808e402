import { useTranslation } from 'react-i18next';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import styles from './signing.module.scss';

interface PlaceNoteProps {
  /** The sender's explanation. */
  help?: string | null;
  problem: string | null;
  /** The expected format, or the interpreted value. */
  hint?: string | null;
  current: boolean;
}

/**
 * Note beside a field: its problem, or the expected format while it is filled. The label is in the guide's bar, because
 * over the page it would cover the label of the next field. Screen readers get both from the input.
 */
export function PlaceNote({ problem, help, hint, current }: PlaceNoteProps) {
  const { i18n } = useTranslation();
  const words = problem ?? (current ? sentencesOf([help, hint], i18n.language) : null);
  if (!words) return null;
  return (
    <span className={styles.note} data-problem={problem ? true : undefined} aria-hidden>
      {words}
    </span>
  );
}
