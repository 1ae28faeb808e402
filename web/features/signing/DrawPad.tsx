import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type SignaturePad from 'signature_pad';
import { Button } from '#web/ui/Button.tsx';
import { trimmed } from '#web/services/picture-files.ts';
import styles from './signing.module.scss';

interface DrawPadProps {
  onDrawn: (picture: string | null) => void;
}

const INK = '#1b2127';

/** A canvas for signing with finger, pen or mouse. */
export function DrawPad({ onDrawn }: DrawPadProps) {
  const { t } = useTranslation('signing');
  const paper = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const drawn = useRef(onDrawn);
  drawn.current = onDrawn;
  const [ready, setReady] = useState(false);
  const [empty, setEmpty] = useState(true);

  useEffect(() => {
    const canvas = paper.current;
    if (!canvas) return undefined;
    let wanted = true;
    let stop = (): void => undefined;
    void import('signature_pad').then(({ default: Pad }) => {
      if (!wanted) return;
      const made = new Pad(canvas, { penColor: INK, minWidth: 0.8, maxWidth: 2.8 });
      pad.current = made;
      made.addEventListener('beginStroke', () => setEmpty(false));
      made.addEventListener('endStroke', () => drawn.current(trimmed(canvas)));
      stop = followSize(canvas, made);
      setReady(true);
    });
    return () => {
      wanted = false;
      stop();
      pad.current?.off();
      pad.current = null;
    };
  }, []);

  return (
    <div className={styles.pad}>
      <div className={styles.paper} data-empty={empty || undefined}>
        <canvas ref={paper} className={styles.paperCanvas} role="img" aria-label={t('drawHere')} aria-busy={!ready} />
        {ready && (
          <span className={styles.paperHint} aria-hidden>
            {t('drawHere')}
          </span>
        )}
      </div>
      <p className={styles.padHelp}>{t('drawHelp')}</p>
      <Button
        className={styles.padClear}
        look="quiet"
        isDisabled={empty}
        onPress={() => {
          pad.current?.clear();
          setEmpty(true);
          onDrawn(null);
        }}
      >
        {t('clear')}
      </Button>
    </div>
  );
}

/** Resizes the canvas to the device's resolution and keeps the drawing. */
function followSize(canvas: HTMLCanvasElement, pad: SignaturePad): () => void {
  const fit = (): void => {
    const ratio = Math.max(window.devicePixelRatio || 1, 2);
    const { offsetWidth, offsetHeight } = canvas;
    if (offsetWidth === 0 || canvas.width === Math.round(offsetWidth * ratio)) return;
    const strokes = pad.toData();
    canvas.width = Math.round(offsetWidth * ratio);
    canvas.height = Math.round(offsetHeight * ratio);
    canvas.getContext('2d')?.scale(ratio, ratio);
    pad.fromData(strokes);
  };
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);
  fit();
  return () => observer.disconnect();
}
