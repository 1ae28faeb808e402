import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '#web/services/app-error.ts';
import { missingLetters } from '#web/services/fields/missing-letters.ts';
import { nameOfLetter } from './field-findings.ts';

const none: readonly string[] = [];

/** The letters of a text that no document can show, as it is typed; what is signed says the same again. */
export function useMissingLetters(text: string): readonly string[] {
  const [letters, setLetters] = useState(none);
  useEffect(() => {
    let wanted = true;
    missingLetters(text).then(
      (found) => {
        // The same list as long as they are the same, so that nothing is said twice.
        if (wanted) setLetters((old) => (found.join() === old.join() ? old : found));
      },
      // Without the core a text can't be judged here; nobody is stopped by that.
      (error: unknown) => console.warn('The letters of a text were not checked', toAppError(error).code),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return letters;
}

/** What to do about letters that no document can show; nothing where there are none. */
export function useMissingLettersText(letters: readonly string[]): string | undefined {
  const { t } = useTranslation('fields');
  return letters.length > 0 ? t('missingLetters', { count: letters.length, letters: letters.map(nameOfLetter).join(' ') }) : undefined;
}
