import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { isoDateOf } from '#contract/entities/dates.ts';
import type { Field } from '#contract/entities/field.ts';
import { formatDate } from '#contract/entities/field-list.ts';
import { toAppError } from '#web/services/app-error.ts';
import { checkText } from '#web/services/engine/text-check.service.ts';
import { FieldFace, fontSizeOf } from '#web/ui/field/FieldFace.tsx';
import type { Place } from './signing.slice.ts';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

export interface InputProps {
  field: Field;
  place: Place;
  name: string;
  problem?: string | undefined;
  onFocus: () => void;
}

/** Writing straight onto the page; a format is checked when the field is left. */
export function TextInput({ field, place, name, problem, onFocus }: InputProps) {
  const dispatch = useDispatch();
  const text = typeof field.value === 'string' ? field.value : '';
  const problemId = `${field.id}-problem`;
  const check = (): void => {
    checkText(field.textFormat, text, 'final').then(
      (found) => dispatch(signingActions.textChecked({ ...place, code: found?.code ?? null })),
      // Without the core a text cannot be judged here; the one who signs is not stopped by that.
      (error: unknown) => console.warn('The text was not checked', toAppError(error).code),
    );
  };
  const shared = {
    className: styles.input,
    'aria-label': name,
    'aria-required': field.required,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem ? problemId : undefined,
    'data-input': field.id,
    onFocus,
    style: { fontSize: fontSizeOf(field), textAlign: field.textAlign } as CSSProperties,
  };
  if (field.type === 'date') return <DateInput field={field} place={place} name={name} onFocus={onFocus} />;
  const write = (value: string): void => {
    dispatch(signingActions.textWritten({ ...place, text: value }));
    if (problem) dispatch(signingActions.textChecked({ ...place, code: null }));
  };
  const limit = field.textMaxLength > 0 ? field.textMaxLength : undefined;
  return (
    <>
      {field.multiline ? (
        <textarea {...shared} value={text} maxLength={limit} onBlur={check} onChange={(event) => write(event.target.value)} />
      ) : (
        <input {...shared} type="text" value={text} maxLength={limit} inputMode={keyboardOf(field)} onBlur={check} onChange={(event) => write(event.target.value)} />
      )}
      {problem ? <Problem id={problemId} code={problem} /> : null}
    </>
  );
}

function Problem({ id, code }: { id: string; code: string }) {
  const { t } = useTranslation('signing');
  return (
    <span id={id} className={styles.problem} role="alert">
      {t(`findings.${code as 'wrong_form'}`)}
    </span>
  );
}

function keyboardOf(field: Field): 'numeric' | 'email' | 'tel' | 'url' | 'text' {
  switch (field.textFormat) {
    case 'number':
    case 'credit_card_number':
    case 'social_security_number':
      return 'numeric';
    case 'email':
      return 'email';
    case 'phone_number':
      return 'tel';
    case 'url':
      return 'url';
    default:
      return 'text';
  }
}

/** The date as the document wants it; the calendar of the device opens over it. */
function DateInput({ field, place, name, onFocus }: InputProps) {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const text = typeof field.value === 'string' ? field.value : '';
  const write = (iso: string): void => {
    const value = iso ? formatDate(new Date(`${iso}T12:00:00`), field.dateFormat) : '';
    dispatch(signingActions.textWritten({ ...place, text: value }));
  };
  return (
    <>
      <FieldFace field={field} placeholder={t('types.date')} />
      <input
        className={styles.date}
        type="date"
        aria-label={name}
        aria-required={field.required}
        data-input={field.id}
        value={isoDateOf(text, field.dateFormat) ?? ''}
        onFocus={onFocus}
        onClick={(event) => event.currentTarget.showPicker?.()}
        onChange={(event) => write(event.target.value)}
      />
    </>
  );
}
