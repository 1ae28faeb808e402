import { memo, useCallback } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { FieldAppearance, textAtOf } from '#web/ui/field/FieldAppearance.tsx';
import { DateInput } from './DateInput.tsx';
import { MarkInput } from './MarkInput.tsx';
import { PictureButton } from './PictureButton.tsx';
import { PlaceNote } from './PlaceNote.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import type { LayerActions } from './SigningLayer.tsx';
import { selectProblems } from './signing.selectors.ts';
import { placeKey, signingActions } from './signing.slice.ts';
import { TextInput } from './TextInput.tsx';
import { useTextEntry } from './use-text-entry.ts';
import styles from './signing.module.scss';

interface SignerFieldProps extends Omit<LayerActions, 'onPage'> {
  field: Field;
  fileId: string;
  /** Accessible name. */
  name: string;
  fillable: boolean;
  current: boolean;
  /** Whether the field is filled in the panel, which a press opens. */
  isHandheld: boolean;
  isTabStop: boolean;
  /** Height of the page in points. */
  paperHeight: number;
}

/** A field on its page. */
export const SignerField = memo(function SignerField(props: SignerFieldProps) {
  const { field, fileId, fillable, current, isHandheld, paperHeight } = props;
  const problem = useSelector(selectProblems)[placeKey({ fileId, fieldId: field.id })];
  const { rect } = field;
  const style = { left: `${rect.x}%`, top: `${rect.y}%`, width: `${rect.width}%`, height: `${rect.height}%`, '--text-at': textAtOf(field, paperHeight) } as CSSProperties;
  const shown = typeof field.value === 'string' ? field.value !== '' : field.value === true || !isPictureType(field.type);
  if (!fillable && !shown && !hasPicture(field)) return null;
  return (
    <div
      className={styles.place}
      style={style}
      data-place={`${fileId}/${field.id}`}
      data-kind={field.type}
      data-fillable={fillable || undefined}
      data-current={current || undefined}
      data-filled={isFilled(field) || undefined}
      data-required={field.required || undefined}
      data-problem={problem ? true : undefined}
    >
      {!fillable ? <FieldAppearance field={field} placeholder="" /> : isHandheld ? <PlaceButton {...props} /> : <Fill {...props} />}
    </div>
  );
});

function hasPicture(field: Field): boolean {
  return typeof field.value === 'object' && field.value !== null && 'url' in field.value && field.value.url !== null;
}

function isFilled(field: Field): boolean {
  return field.value !== null && field.value !== '' && field.value !== false;
}

const wordsIdOf = (field: Field): string => `${field.id}-words`;

/** A field that is filled on the page. */
function Fill({ field, fileId, name, current, isTabStop, onPicture, onNext }: SignerFieldProps) {
  const dispatch = useDispatch();
  const place = { fileId, fieldId: field.id };
  const onFocus = useCallback(() => {
    dispatch(signingActions.fieldFocused({ fileId, fieldId: field.id }));
  }, [dispatch, fileId, field.id]);
  const shared = { field, place, name, onFocus, describedBy: wordsIdOf(field) };
  switch (field.type) {
    case 'text':
      return <TextInput {...shared} current={current} onNext={onNext} />;
    case 'date':
      return <DateInput {...shared} current={current} onNext={onNext} />;
    case 'checkmark':
    case 'radio':
      return withHelp(field, current, <MarkInput {...shared} isTabStop={isTabStop} />);
    default:
      return withHelp(field, current, <PictureButton {...shared} onPicture={onPicture} />);
  }
}

const withHelp = ({ helpText }: Field, current: boolean, input: ReactNode): ReactNode => (
  <>
    {input}
    <PlaceNote help={helpText} problem={null} current={current} />
  </>
);

/** A field that is filled in the panel, which a press opens. */
function PlaceButton({ field, fileId, name, onGo }: SignerFieldProps) {
  const { t } = useTranslation('signing');
  const place = { fileId, fieldId: field.id };
  const { problem } = useTextEntry(field, place);
  const value = typeof field.value === 'string' ? field.value : '';
  const label = value ? t('placeValue', { name, value }) : isFilled(field) ? t('placeFilled', { name }) : name;
  return (
    <>
      <PlaceWords id={wordsIdOf(field)} field={field} problem={problem} />
      <Button className={styles.placeButton} aria-label={label} aria-describedby={wordsIdOf(field)} data-open={field.id} onPress={() => onGo(place)}>
        <FieldAppearance field={field} placeholder={isPictureType(field.type) ? t(`call.${field.type as 'signature' | 'initials' | 'image'}`) : ''} />
      </Button>
    </>
  );
}
