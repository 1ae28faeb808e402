import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { FieldAppearance, pictureOf } from '#web/ui/field/FieldAppearance.tsx';
import { PlaceWords } from './PlaceWords.tsx';
import type { FieldRef } from './signing.slice.ts';
import type { InputProps } from './TextInput.tsx';
import styles from './signing.module.scss';

interface PictureButtonProps extends Omit<InputProps, 'current' | 'onNext'> {
  onPicture: (place: FieldRef) => void;
}

/** A field for a signature, initials or a picture, which opens the picture dialog. */
export function PictureButton({ field, place, name, describedBy, onFocus, onPicture }: PictureButtonProps) {
  const { t } = useTranslation('signing');
  const filled = pictureOf(field) !== null;
  return (
    <>
      <Button
        className={styles.pictureButton}
        aria-label={filled ? t('placeFilled', { name }) : name}
        aria-describedby={describedBy}
        data-input={field.id}
        onFocus={onFocus}
        onPress={() => onPicture(place)}
      >
        <FieldAppearance field={field} placeholder={t(`call.${field.type as 'signature' | 'initials' | 'image'}`)} />
      </Button>
      <PlaceWords id={describedBy} field={field} />
    </>
  );
}
