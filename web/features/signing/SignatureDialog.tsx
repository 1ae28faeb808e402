import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FillType, UnsignedValue } from '#contract/entities/field.ts';
import { temporaryReference } from '#contract/entities/field.ts';
import type { MediaType } from '#contract/entities/media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { MadePicture, Way } from './picture-ways.ts';
import { ways } from './picture-ways.ts';
import { PictureWays } from './PictureWays.tsx';
import { newObjectId } from '#web/services/object-id.ts';
import styles from './signing.module.scss';

/** A picture that this person made before. */
export interface StoredPicture {
  /** Id of the media entry; null for a picture that exists in this document only. */
  readonly id: string | null;
  readonly url: string;
  readonly fillType: FillType;
}

interface SignatureDialogProps {
  field: Field;
  /** Initial text of the typed name. */
  name: string;
  stored: readonly StoredPicture[];
  /** Whether phone capture is available: the installation offers it and the person has an account. */
  allowPhone: boolean;
  /** The way that is shown first. */
  start?: Way | undefined;
  onDone: (value: UnsignedValue) => void;
  onClose: () => void;
}

const mediaTypeOf = (type: Field['type']): MediaType => (type === 'initials' ? 'initials' : type === 'image' ? 'photo' : 'signature');

/** Makes a signature, initials or a photo in one of the permitted ways. */
export function SignatureDialog({ field, name, stored, allowPhone, start, onDone, onClose }: SignatureDialogProps) {
  const { t } = useTranslation('signing');
  const offered = ways.filter((way) => field.permittedTypes.includes(way) && (way !== 'smartphone' || allowPhone));
  const [made, setMade] = useState<MadePicture | null>(null);
  const kind = field.type as 'signature' | 'initials' | 'image';
  const usable = stored.filter((picture) => field.permittedTypes.includes(picture.fillType));

  return (
    <Dialog
      isOpen
      size="large"
      isStage
      onClose={onClose}
      title={t(`make.${kind}`)}
      closeLabel={t('close')}
      isDismissable={false}
      footer={
        <>
          <Button onPress={onClose}>{t('back')}</Button>
          <Button look="primary" isDisabled={!made} onPress={() => made && onDone({ reference: temporaryReference(newObjectId()), ...made })}>
            {t(`use.${kind}`)}
          </Button>
        </>
      }
    >
      {usable.length > 0 ? <StoredPictures pictures={usable} onChoose={onDone} /> : null}
      <PictureWays type={mediaTypeOf(field.type)} offered={offered} name={name} onMade={setMade} {...(start ? { start } : {})} />
    </Dialog>
  );
}

function StoredPictures({ pictures, onChoose }: { pictures: readonly StoredPicture[]; onChoose: (value: UnsignedValue) => void }) {
  const { t } = useTranslation('signing');
  return (
    <div className={styles.stored}>
      <p>{t('usedBefore')}</p>
      <ul className={styles.storedList}>
        {pictures.map((picture, index) => (
          <li key={picture.url}>
            <Button
              className={styles.storedPicture}
              aria-label={pictures.length > 1 ? t('useAgainNumber', { number: index + 1 }) : t('useAgain')}
              onPress={() => onChoose({ reference: picture.id, url: picture.url, fillType: picture.fillType })}
            >
              <img src={picture.url} alt="" />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
