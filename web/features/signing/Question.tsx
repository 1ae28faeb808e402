import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import styles from './signing.module.scss';

interface QuestionProps {
  field: Field;
  name: string;
  /** Id of the input; absent if the question is the label of a group. */
  inputId?: string;
  problem?: string | null;
  /** The expected format, or the interpreted value. */
  hint?: string | null;
  children: ReactNode;
}

/** Ids of the notes below a field's input and of its question, for ARIA attributes. */
export const notesIdOf = (field: Field): string => `${field.id}-notes`;
export const questionIdOf = (field: Field): string => `${field.id}-question`;

/** A question with its input, and its problem or hint below. */
export function Question({ field, name, inputId, problem, hint, children }: QuestionProps) {
  const { t, i18n } = useTranslation('signing');
  const notes = sentencesOf([field.helpText, hint], i18n.language);
  const words = (
    <>
      {name}
      {field.required ? null : <span className={styles.quiet}> · {t('optionalShort')}</span>}
    </>
  );
  return (
    <div className={styles.question}>
      {inputId ? (
        <label htmlFor={inputId} className={styles.questionName}>
          {words}
        </label>
      ) : (
        <p id={questionIdOf(field)} className={styles.questionName}>
          {words}
        </p>
      )}
      {children}
      <p id={notesIdOf(field)} className={styles.questionNotes} data-problem={problem ? true : undefined}>
        {problem ?? (notes || t('onPage', { page: field.page }))}
      </p>
    </div>
  );
}
