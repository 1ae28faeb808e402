import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, FillType, UnsignedValue } from '#contract/entities/field.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { DrawPad } from './DrawPad.tsx';
import { TypePad } from './TypePad.tsx';
import { UploadPad } from './UploadPad.tsx';
import styles from './signing.module.scss';

/** A picture this person made before, offered again. */
export interface KeptPicture {
  readonly id: string;
  readonly url: string;
  readonly fillType: FillType;
}

interface SignatureDialogProps {
  field: Field;
  /** The name to type, as it is known. */
  name: string;
  kept: readonly KeptPicture[];
  onDone: (value: UnsignedValue) => void;
  onClose: () => void;
}

const ways = ['draw', 'typeIn', 'upload', 'capture'] as const satisfies readonly FillType[];
type Way = (typeof ways)[number];

/** Makes a signature, initials or a picture in one of the permitted ways. */
export function SignatureDialog({ field, name, kept, onDone, onClose }: SignatureDialogProps) {
  const { t } = useTranslation('signing');
  const offered = ways.filter((way) => field.permittedTypes.includes(way));
  const [way, setWay] = useState<Way>(offered[0] ?? 'upload');
  const [made, setMade] = useState<Partial<Record<Way, string | null>>>({});
  const url = made[way] ?? null;
  const keep = (of: Way) => (picture: string | null) => setMade((old) => ({ ...old, [of]: picture }));
  const kind = field.type as 'signature' | 'initials' | 'image';
  const usable = kept.filter((picture) => field.permittedTypes.includes(picture.fillType));

  const pads = {
    draw: <DrawPad onDrawn={keep('draw')} />,
    typeIn: <TypePad start={kind === 'initials' ? initialsOf(name) : name} onWritten={keep('typeIn')} />,
    upload: <UploadPad onRead={keep('upload')} />,
    capture: <UploadPad capture onRead={keep('capture')} />,
  } as const;

  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t(`make.${kind}`)}
      closeLabel={t('close')}
      isDismissable={false}
      footer={
        <>
          <Button onPress={onClose}>{t('back')}</Button>
          <Button look="primary" isDisabled={!url} onPress={() => url && onDone({ reference: null, url, fillType: way })}>
            {t(`use.${kind}`)}
          </Button>
        </>
      }
    >
      {usable.length > 0 ? <KeptPictures pictures={usable} onChoose={onDone} /> : null}
      {offered.length > 1 ? (
        <Tabs<Way>
          label={t('ways')}
          tabs={offered.map((key) => ({ key, text: t(`way.${key}`), content: pads[key] }))}
          value={way}
          onChange={setWay}
        />
      ) : (
        pads[way]
      )}
    </Dialog>
  );
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

function KeptPictures({ pictures, onChoose }: { pictures: readonly KeptPicture[]; onChoose: (value: UnsignedValue) => void }) {
  const { t } = useTranslation('signing');
  return (
    <div className={styles.kept}>
      <p>{t('usedBefore')}</p>
      <ul className={styles.keptList}>
        {pictures.map((picture, index) => (
          <li key={picture.id}>
            <Button
              className={styles.keptPicture}
              aria-label={t('useAgain', { number: index + 1 })}
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
