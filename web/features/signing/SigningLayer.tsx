import { memo, useCallback } from 'react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import type { Size } from '#web/entities/field/geometry.ts';
import { FieldFace } from '#web/ui/field/FieldFace.tsx';
import { MarkInput } from './MarkInput.tsx';
import { PictureButton } from './PictureButton.tsx';
import type { SigningRoot } from './signing.selectors.ts';
import { isFillable, selectFocused, selectProblems, selectShownOnPage, selectSigner } from './signing.selectors.ts';
import type { Place } from './signing.slice.ts';
import { placeKey, signingActions } from './signing.slice.ts';
import { TextInput } from './TextInput.tsx';
import styles from './signing.module.scss';

interface SigningLayerProps {
  fileId: string;
  page: number;
  size: Size;
  paper: Size;
  onPicture: (place: Place) => void;
}

/** The fields of one page: those of the signer to fill, the rest to read. */
export const SigningLayer = memo(function SigningLayer({ fileId, page, size, paper, onPicture }: SigningLayerProps) {
  const { t } = useTranslation('signing');
  const fields = useSelector((root: SigningRoot) => selectShownOnPage(root, fileId, page));
  const signer = useSelector(selectSigner);
  const focused = useSelector(selectFocused);
  const problems = useSelector(selectProblems);
  if (fields.length === 0) return null;
  return (
    <div
      className={styles.layer}
      role="group"
      aria-label={t('placesOnPage', { page })}
      style={{ '--point': `${size.width / paper.width}px` } as CSSProperties}
    >
      {fields.map((field) => (
        <FieldPlace
          key={field.id}
          field={field}
          fileId={fileId}
          name={t(field.required ? 'placeRequired' : 'placeOptional', { kind: t(`types.${field.type}`), page })}
          fillable={isFillable(field, signer)}
          current={focused?.fieldId === field.id && focused.fileId === fileId}
          problem={problems[placeKey({ fileId, fieldId: field.id })]}
          onPicture={onPicture}
        />
      ))}
    </div>
  );
});

interface FieldPlaceProps {
  field: Field;
  fileId: string;
  /** What readers say. */
  name: string;
  fillable: boolean;
  current: boolean;
  problem: string | undefined;
  onPicture: (place: Place) => void;
}

const FieldPlace = memo(function FieldPlace(props: FieldPlaceProps) {
  const { field, fileId, name, fillable, current, problem, onPicture } = props;
  const { rect } = field;
  const style = { left: `${rect.x}%`, top: `${rect.y}%`, width: `${rect.width}%`, height: `${rect.height}%` };
  const shown = typeof field.value === 'string' ? field.value !== '' : field.value === true || !isPictureType(field.type);
  if (!fillable && !shown && !hasPicture(field)) return null;
  return (
    <div
      className={styles.place}
      style={style}
      data-place={`${fileId}/${field.id}`}
      data-fillable={fillable || undefined}
      data-current={current || undefined}
      data-filled={isFilled(field) || undefined}
      data-required={field.required || undefined}
      data-problem={problem ? true : undefined}
    >
      {fillable ? <Fill field={field} fileId={fileId} name={name} problem={problem} onPicture={onPicture} /> : <FieldFace field={field} placeholder="" />}
    </div>
  );
});

function hasPicture(field: Field): boolean {
  return typeof field.value === 'object' && field.value !== null && 'url' in field.value && field.value.url !== null;
}

function isFilled(field: Field): boolean {
  return field.value !== null && field.value !== '' && field.value !== false;
}

function Fill({ field, fileId, name, problem, onPicture }: Omit<FieldPlaceProps, 'fillable' | 'current'>) {
  const dispatch = useDispatch();
  const place = { fileId, fieldId: field.id };
  const onFocus = useCallback(() => {
    dispatch(signingActions.fieldFocused({ fileId, fieldId: field.id }));
  }, [dispatch, fileId, field.id]);
  switch (field.type) {
    case 'text':
    case 'date':
      return <TextInput field={field} place={place} name={name} problem={problem} onFocus={onFocus} />;
    case 'checkmark':
    case 'radio':
      return <MarkInput field={field} place={place} name={name} onFocus={onFocus} />;
    default:
      return <PictureButton field={field} place={place} name={name} onFocus={onFocus} onPicture={onPicture} />;
  }
}
