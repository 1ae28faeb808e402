import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { dayFormOf, exampleDay } from '#web/entities/field/day-forms.ts';
import { useMissingLetters, useMissingLettersText } from '#web/entities/field/use-missing-letters.ts';
import { toAppError } from '#web/services/app-error.ts';
import { checkNumber, writtenNumber } from '#web/services/engine/core/rules.service.ts';
import type { TextProblem } from '#web/services/engine/core/text-check.service.ts';
import { checkText } from '#web/services/engine/core/text-check.service.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { announce } from '#web/ui/announce.ts';
import { useExpectedNumber, useRuleWords } from './rule-words.ts';
import { selectProblems } from './signing.selectors.ts';
import type { FieldRef } from './signing.slice.ts';
import { placeKey, signingActions } from './signing.slice.ts';

export interface TextEntry {
  readonly text: string;
  /** Error text; null if there is none. */
  readonly problem: string | null;
  /** The expected format with an example; null if any text is valid. */
  readonly expected: string | null;
  readonly write: (text: string) => void;
  /** Checks the text against the field's format. */
  readonly check: () => void;
}

/** Returns a function for the expected format of a field, as text. */
export function useExpected(): (field: Pick<Field, 'type' | 'textFormat' | 'rules'>) => string | null {
  const { t, i18n } = useTranslation('signing');
  const { t: formats } = useTranslation('fields');
  const expectedNumber = useExpectedNumber();
  return ({ type, textFormat, rules }) => {
    if (type === 'date') return t('expected.day', { example: exampleDay(dayFormOf(formatLocale(i18n.language))) });
    if (!textFormat) return expectedNumber({ rules });
    return textFormat === 'date' ? t('expected.date') : formats(`expected.${textFormat}`);
  };
}

/** Error code of a text with characters that no font can show. */
const MISSING = 'missing_letters';

/** Marks the field as invalid while it contains characters that the document can't show, which prevents signing. */
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

/** Checks a text against the format of its field. A number is passed on as its format writes it. */
async function checkEntry({ rules, textFormat }: Field, text: string, write: (text: string) => void): Promise<TextProblem | null> {
  const format = rules?.number;
  if (!format) return checkText(textFormat, text, 'final');
  const problem = await checkNumber(format, text, 'final');
  if (problem === null && text !== '') write(await writtenNumber(format, text));
  return problem;
}

/** The text of a field while it is typed. The format is checked on blur, the characters while typing. */
export function useTextEntry(field: Field, place: FieldRef): TextEntry {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const code = useSelector(selectProblems)[placeKey(place)];
  const expected = useExpected()(field);
  const text = typeof field.value === 'string' ? field.value : '';
  const letters = useLettersProblem(text, place, code);
  const ruleWords = useRuleWords();
  const wordsOf = (found: string): string => ruleWords(field, found) ?? (found === 'not_a_date' ? t('expected.noSuchDay') : (expected ?? t('expected.other')));
  const write = (value: string): void => {
    dispatch(signingActions.textWritten({ ...place, text: value }));
    if (code && code !== MISSING) dispatch(signingActions.textChecked({ ...place, code: null }));
  };
  const check = (): void => {
    if (letters) return;
    const rewrite = (number: string): void => {
      if (number !== text) dispatch(signingActions.textWritten({ ...place, text: number, was: text }));
    };
    checkEntry(field, text, rewrite).then(
      (found) => {
        dispatch(signingActions.textChecked({ ...place, code: found?.code ?? null }));
        if (found) announce(wordsOf(found.code));
      },
      // Without the core the text can't be checked here. That does not block the signer.
      (error: unknown) => console.warn('The text was not checked', toAppError(error).code),
    );
  };
  return { text, problem: letters ?? (code && code !== MISSING ? wordsOf(code) : null), expected, write, check };
}
