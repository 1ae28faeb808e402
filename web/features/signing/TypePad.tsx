import { useEffect, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/TextField.tsx';
import { familyOf, fontsFor, writeName } from './handwriting.ts';
import styles from './signing.module.scss';

interface TypePadProps {
  start: string;
  onWritten: (picture: string | null) => void;
}

const SETTLED = 150;

/** A name typed and written in one of several hands. */
export function TypePad({ start, onWritten }: TypePadProps) {
  const { t } = useTranslation('signing');
  const [text, setText] = useState(start);
  const [family, setFamily] = useState('');
  const fonts = fontsFor(text);
  const chosen = fonts.find((font) => font.family === family) ?? fonts[0];
  const written = useRef(onWritten);
  written.current = onWritten;

  useEffect(() => {
    for (const font of fonts) void font.load();
    if (!chosen || text.trim() === '') {
      written.current(null);
      return undefined;
    }
    let wanted = true;
    const timer = setTimeout(() => {
      void writeName(text.trim(), chosen).then((picture) => {
        if (wanted) written.current(picture);
      });
    }, SETTLED);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, chosen, fonts]);

  return (
    <div className={styles.pad}>
      <TextField label={t('typeHere')} value={text} maxLength={64} autoComplete="name" onChange={setText} size="large" />
      <RadioGroup
        className={styles.hands}
        aria-label={t('hands')}
        value={chosen?.family ?? ''}
        onChange={setFamily}
      >
        {fonts.map((font, index) => (
          <Radio key={font.family} value={font.family} className={styles.hand} aria-label={t('hand', { number: index + 1 })}>
            <span style={{ fontFamily: familyOf(font) }}>{text || t('typeHere')}</span>
          </Radio>
        ))}
      </RadioGroup>
    </div>
  );
}
