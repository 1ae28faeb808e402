import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CLOSEST, type Crop, cropWithin, drawCrop, middleOf } from '#web/services/picture-crop.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Slider } from '#web/ui/Slider.tsx';
import { useCropGestures } from './use-crop-gestures.ts';
import styles from './AvatarCropDialog.module.scss';

interface AvatarCropDialogProps {
  picture: ImageBitmap;
  isPending: boolean;
  onClose(): void;
  onUse(crop: Crop): void;
}

/** Sharp on screens with small pixels. */
const DRAWN_SIDE = 512;
const ZOOM_STEP = 0.1;

/** Chooses the part of a picture that an avatar shows: by dragging, pinching, the wheel or keys. */
export const AvatarCropDialog = ({ picture, isPending, onClose, onUse }: AvatarCropDialogProps) => {
  const { t } = useTranslation('account');
  const [crop, setCrop] = useState(() => middleOf(picture));
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);
  const gestures = useCropGestures(picture, setCrop);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('avatar.crop.title')}
      closeLabel={t('close')}
      isDismissable={false}
      isStage
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={isPending} onPress={() => onUse(crop)}>{t('avatar.crop.use')}</Button>
        </>
      }
    >
      <div className={styles.crop}>
        <div tabIndex={0} role="application" aria-label={t('avatar.crop.view')} className={styles.view} {...gestures}>
          <canvas ref={canvas} width={DRAWN_SIDE} height={DRAWN_SIDE} />
        </div>
        <p className={styles.help}>{t('avatar.crop.help')}</p>
        <Slider label={t('avatar.crop.zoom')} value={crop.zoom} minimum={1} maximum={CLOSEST} step={ZOOM_STEP} format={{ style: 'percent' }} onChange={(zoom) => setCrop(cropWithin(picture, { ...crop, zoom }))} />
      </div>
    </Dialog>
  );
};
