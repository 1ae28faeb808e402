import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaType } from '#contract/entities/media.ts';
import { Tabs } from '#web/ui/Tabs.tsx';
import type { Facing } from './CameraPad.tsx';
import { CameraPad } from './CameraPad.tsx';
import { DrawPad } from './DrawPad.tsx';
import { PhonePad } from './PhonePad.tsx';
import type { MadePicture, Way } from './picture-ways.ts';
import { TypePad } from './TypePad.tsx';
import { UploadPad } from './UploadPad.tsx';

interface PictureWaysProps {
  type: MediaType;
  offered: readonly Way[];
  /** Initial text of the typed name. */
  name: string;
  start?: Way | undefined;
  facing?: Facing;
  onMade: (made: MadePicture | null) => void;
}

/** Ways to make a signature, initials or a photo. Each way keeps its picture while another is shown. */
export function PictureWays({ type, offered, name, start, facing = 'environment', onMade }: PictureWaysProps) {
  const { t } = useTranslation('signing');
  const [way, setWay] = useState<Way>(start && offered.includes(start) ? start : (offered[0] ?? 'upload'));
  // Known at once, before the next rendering: a way may be chosen in the moment in which its picture comes.
  const latest = useRef<{ way: Way; made: Partial<Record<Way, string | null>> }>({ way, made: {} });
  const tell = (of: Way): void => {
    const url = latest.current.made[of];
    onMade(url ? { url, fillType: of } : null);
  };
  const keep = (of: Way) => (url: string | null): void => {
    latest.current.made[of] = url;
    if (of === latest.current.way) tell(of);
  };
  const choose = (of: Way): void => {
    latest.current.way = of;
    setWay(of);
    tell(of);
  };
  const pads = {
    draw: <DrawPad onDrawn={keep('draw')} />,
    typeIn: <TypePad start={type === 'initials' ? initialsOf(name) : name} onWritten={keep('typeIn')} />,
    upload: <UploadPad onRead={keep('upload')} />,
    capture: <CameraPad facing={facing} isShown={way === 'capture'} onTaken={keep('capture')} />,
    smartphone: <PhonePad type={type} onTaken={keep('smartphone')} />,
  } as const;
  if (offered.length < 2) return pads[way];
  return <Tabs<Way> label={t('ways')} tabs={offered.map((key) => ({ key, text: t(`way.${key}`), content: pads[key] }))} value={way} onChange={choose} keepsVisited />;
}

function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}
