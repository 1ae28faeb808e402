import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import styles from './signing.module.scss';

interface QuestionProps {
  field: Field;
  name: string;
  /** The id of the input; absent where the question is the name of a group. */
  inputId?: string;
  problem?: string | null;
  /** What is expected, or what is understood. */
  hint?: string | null;
  children: ReactNode;
}

/** The id of what stands below the input of a field, and of the question above it. */
export const notesIdOf = (field: Field): string => `${field.id}-notes`;
export const questionIdOf = (field: Field): string => `${field.id}-question`;

/** What is asked, what answers it, and below that what is wrong or expected. */
export function Question({ field, name, inputId, problem, hint, children }: QuestionProps) {
  const { t } = useTranslation('signing');
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
        {problem ?? hint ?? t('onPage', { page: field.page })}
      </p>
    </div>
  );
}
