import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toAppError } from '#web/services/app-error.ts';
import { missingLetters } from '#web/services/fields/missing-letters.ts';
import { nameOfLetter } from './field-findings.ts';

const none: readonly string[] = [];

/** Returns the characters of a text that no available font can show, while it is typed. Signing reports the same. */
export function useMissingLetters(text: string): readonly string[] {
  const [letters, setLetters] = useState(none);
  useEffect(() => {
    let wanted = true;
    missingLetters(text).then(
      (found) => {
        // Keeps the same array while the content is equal, so that nothing is announced twice.
        if (wanted) setLetters((old) => (found.join() === old.join() ? old : found));
      },
      // Without the core the text can't be checked here. That does not block the person.
      (error: unknown) => console.warn('The letters of a text were not checked', toAppError(error).code),
    );
    return () => {
      wanted = false;
    };
  }, [text]);
  return letters;
}

/** Returns advice about characters that no font can show; undefined if there are none. */
export function useMissingLettersText(letters: readonly string[]): string | undefined {
  const { t } = useTranslation('fields');
  return letters.length > 0 ? t('missingLetters', { count: letters.length, letters: letters.map(nameOfLetter).join(' ') }) : undefined;
}
