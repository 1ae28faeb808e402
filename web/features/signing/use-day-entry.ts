import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { dayOf } from '#contract/entities/dates.ts';
import { rangeProblem } from '#contract/entities/rules.ts';
import type { Field } from '#contract/entities/field.ts';
import { dayFormOf } from '#web/entities/field/day-forms.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { announce } from '#web/ui/announce.ts';
import { todayIso, useRuleWords } from './rule-words.ts';
import type { FieldRef } from './signing.slice.ts';
import { signingActions } from './signing.slice.ts';
import { readDay, writeDay } from './typed-day.ts';
import { useTextEntry } from './use-text-entry.ts';

interface DayEntry {
  /** Text of the input: in the person's format while typing, else in the field's. */
  readonly shown: string;
  /** The parsed date with the month as a word. */
  readonly understood: string | null;
  /** YYYY-MM-DD, for the date picker. */
  readonly iso: string;
  readonly problem: string | null;
  readonly expected: string | null;
  readonly begin: () => void;
  readonly type: (text: string) => void;
  readonly end: () => void;
  readonly pick: (iso: string) => void;
}

/** A date typed in the person's format and stored in the field's format. */
export function useDayEntry(field: Field, place: FieldRef): DayEntry {
  const { t, i18n } = useTranslation('signing');
  const dispatch = useDispatch();
  const locale = formatLocale(i18n.language);
  const form = dayFormOf(locale);
  const { text, problem, expected, write } = useTextEntry(field, place);
  const [draft, setDraft] = useState<string | null>(null);
  const ruleWords = useRuleWords();
  const iso = dayOf(text, field.dateFormat);
  const type = (typed: string): void => {
    setDraft(typed);
    const day = readDay(typed, form, field.dateFormat);
    // Incomplete input is stored as typed, so nothing is lost.
    write(day === null ? typed : writeDay(day, field.dateFormat));
  };
  const end = (): void => {
    setDraft(null);
    checkDay(text, iso);
  };
  const checkDay = (written: string, day: string | null): void => {
    const isWrong = written.trim() !== '' && day === null;
    const code = isWrong ? codeOf(written) : outOfRange(field, day);
    dispatch(signingActions.textChecked({ ...place, code }));
    if (code) announce(ruleWords(field, code) ?? (code === 'not_a_date' ? t('expected.noSuchDay') : (expected ?? '')));
  };
  return {
    shown: draft ?? text,
    understood: iso === null ? null : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${iso}T12:00:00Z`)),
    iso: iso ?? '',
    problem,
    expected,
    begin: () => setDraft(iso === null ? text : writeDay(iso, form)),
    type,
    end,
    pick: (day) => {
      setDraft(null);
      write(day === '' ? '' : writeDay(day, field.dateFormat));
      checkDay('', day === '' ? null : day);
    },
  };
}

/** Returns the error code of a day outside the field's range. */
const outOfRange = ({ rules }: Field, day: string | null): string | null => (day !== null && rules?.dates ? rangeProblem(day, rules.dates, todayIso()) : null);

/** Returns the error code: three numbers that are no valid date, or text in another form. */
const codeOf = (text: string): 'not_a_date' | 'wrong_form' => (text.match(/\d+/g)?.length === 3 ? 'not_a_date' : 'wrong_form');
