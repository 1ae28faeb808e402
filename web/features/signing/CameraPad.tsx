import { Camera, RotateCcw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { UploadPad } from './UploadPad.tsx';
import styles from './signing.module.scss';

interface CameraPadProps {
  onTaken: (picture: string | null) => void;
  /** The rear camera (`environment`) or the front camera (`user`). */
  facing?: Facing;
  /** Whether the pad is visible; the camera is off otherwise. */
  isShown?: boolean;
}

export type Facing = 'environment' | 'user';

type State = 'asking' | 'live' | 'taken' | 'none';

/** Takes a picture with the camera. Without camera or permission, a file is selected instead. */
export function CameraPad({ onTaken, facing = 'environment', isShown = true }: CameraPadProps) {
  const { t } = useTranslation('signing');
  const [state, setState] = useState<State>('asking');
  const [picture, setPicture] = useState<string | null>(null);
  const video = useCamera(isShown && (state === 'asking' || state === 'live'), facing, setState);
  const take = (): void => {
    const element = video.current;
    if (!element) return;
    const still = stillOf(element);
    setPicture(still);
    setState('taken');
    onTaken(still);
  };
  const again = (): void => {
    setPicture(null);
    setState('asking');
    onTaken(null);
  };
  if (state === 'none') {
    return (
      <>
        <p className={styles.quiet}>{t('camera.none')}</p>
        <UploadPad capture={facing} onRead={onTaken} />
      </>
    );
  }
  return (
    <div className={styles.pad}>
      <div className={styles.camera}>
        {picture ? <img src={picture} alt={t('chosenPicture')} /> : <video ref={video} muted playsInline aria-label={t('camera.live')} />}
      </div>
      {picture ? (
        <Button icon={<Icon of={RotateCcw} />} onPress={again}>
          {t('camera.again')}
        </Button>
      ) : (
        <Button icon={<Icon of={Camera} />} isDisabled={state !== 'live'} onPress={take}>
          {t('takePicture')}
        </Button>
      )}
    </div>
  );
}

const LARGEST_SIDE = 1200;

function stillOf(video: HTMLVideoElement): string {
  const scale = Math.min(1, LARGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(video.videoWidth * scale));
  canvas.height = Math.max(1, Math.round(video.videoHeight * scale));
  canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/** Runs the camera only while its picture is shown. */
function useCamera(active: boolean, facing: Facing, onState: (state: State) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const latestOnState = useRef(onState);
  latestOnState.current = onState;
  useEffect(() => {
    if (!active) return undefined;
    let wanted = true;
    let stream: MediaStream | null = null;
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    const open = async (): Promise<void> => {
      stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing }, audio: false });
      const element = video.current;
      if (!wanted || !element) {
        stop();
        return;
      }
      element.srcObject = stream;
      await element.play();
      if (wanted) latestOnState.current('live');
    };
    open().catch((error: unknown) => {
      console.info('There is no camera to use', error);
      stop();
      if (wanted) latestOnState.current('none');
    });
    return () => {
      wanted = false;
      stop();
    };
  }, [active, facing]);
  return video;
}
