import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { PictureProblem } from '#web/services/picture-files.ts';
import { imageTypes, PictureError, readPicture } from '#web/services/picture-files.ts';
import styles from './signing.module.scss';

interface UploadPadProps {
  /** Opens this camera, if there is one. */
  capture?: 'environment' | 'user';
  onRead: (picture: string | null) => void;
}

/** A picture from a file, validated before use. */
export function UploadPad({ capture, onRead }: UploadPadProps) {
  const { t } = useTranslation('signing');
  const input = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  const [problem, setProblem] = useState<PictureProblem | null>(null);
  const read = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    try {
      const url = await readPicture(file);
      setProblem(null);
      setPicture(url);
      onRead(url);
    } catch (error) {
      setProblem(error instanceof PictureError ? error.code : 'unreadable');
      setPicture(null);
      onRead(null);
    }
  };
  return (
    <div className={styles.pad}>
      <div className={styles.paper} data-empty={picture ? undefined : true}>
        {picture ? <img className={styles.uploaded} src={picture} alt={t('chosenPicture')} /> : null}
      </div>
      <input
        ref={input}
        type="file"
        // Hidden from screen readers, because the button opens it.
        hidden
        accept={imageTypes.join(',')}
        {...(capture ? { capture } : {})}
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <Button icon={<Icon of={ImageUp} />} onPress={() => input.current?.click()}>
        {capture ? t('takePicture') : t('chooseFile')}
      </Button>
      <p className={styles.quiet}>{t('pictureHelp')}</p>
      {problem ? (
        <p className={styles.padProblem} role="alert">
          {t(`picture.${problem}`)}
        </p>
      ) : null}
    </div>
  );
}
