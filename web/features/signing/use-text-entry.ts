import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { dayFormOf, exampleDay } from '#web/entities/field/day-forms.ts';
import { useMissingLetters, useMissingLettersText } from '#web/entities/field/use-missing-letters.ts';
import { toAppError } from '#web/services/app-error.ts';
import { checkText } from '#web/services/engine/core/text-check.service.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { announce } from '#web/ui/announce.ts';
import { selectProblems } from './signing.selectors.ts';
import type { FieldRef } from './signing.slice.ts';
import { placeKey, signingActions } from './signing.slice.ts';

export interface TextEntry {
  readonly text: string;
  /** What is wrong, in words; null while nothing is. */
  readonly problem: string | null;
  /** What is expected, with an example; null where any text will do. */
  readonly expected: string | null;
  readonly write: (text: string) => void;
  /** Judges the text against the format of the field. */
  readonly check: () => void;
}

/** Words for what a field expects. */
export function useExpected(): (field: Pick<Field, 'type' | 'textFormat'>) => string | null {
  const { t, i18n } = useTranslation('signing');
  const { t: formats } = useTranslation('fields');
  return ({ type, textFormat }) => {
    if (type === 'date') return t('expected.day', { example: exampleDay(dayFormOf(formatLocale(i18n.language))) });
    if (!textFormat) return null;
    return textFormat === 'date' ? t('expected.date') : formats(`expected.${textFormat}`);
  };
}

/** The code of a text with letters that no document can show. */
const MISSING = 'missing_letters';

/** As long as letters can't be shown in the document, the field has a problem that keeps it from being signed. */
function useLettersProblem(text: string, place: FieldRef, code: string | undefined): string | undefined {
  const dispatch = useDispatch();
  const letters = useMissingLetters(text);
  const { fileId, fieldId } = place;
  const words = useMissingLettersText(letters);
  useEffect(() => {
    if (letters.length > 0) dispatch(signingActions.textChecked({ fileId, fieldId, code: MISSING }));
    else if (code === MISSING) dispatch(signingActions.textChecked({ fileId, fieldId, code: null }));
  }, [dispatch, letters, fileId, fieldId, code]);
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  return words;
}

/** A text on its way into a field; its format is checked when the field is left, its letters as they come. */
export function useTextEntry(field: Field, place: FieldRef): TextEntry {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const code = useSelector(selectProblems)[placeKey(place)];
  const expected = useExpected()(field);
  const text = typeof field.value === 'string' ? field.value : '';
  const letters = useLettersProblem(text, place, code);
  const wordsOf = (found: string): string => (found === 'not_a_date' ? t('expected.noSuchDay') : (expected ?? t('expected.other')));
  const write = (value: string): void => {
    dispatch(signingActions.textWritten({ ...place, text: value }));
    if (code && code !== MISSING) dispatch(signingActions.textChecked({ ...place, code: null }));
  };
  const check = (): void => {
    if (letters) return;
    checkText(field.textFormat, text, 'final').then(
      (found) => {
        dispatch(signingActions.textChecked({ ...place, code: found?.code ?? null }));
        if (found) announce(wordsOf(found.code));
      },
      // Without the core a text cannot be judged here; the one who signs is not stopped by that.
      (error: unknown) => console.warn('The text was not checked', toAppError(error).code),
    );
  };
  return { text, problem: letters ?? (code && code !== MISSING ? wordsOf(code) : null), expected, write, check };
}
