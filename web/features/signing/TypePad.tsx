import { useEffect, useRef, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { TextField } from '#web/ui/TextField.tsx';
import type { Hand } from './hands.ts';
import { familyOf, handsFor, writeName } from './handwriting.ts';
import styles from './signing.module.scss';

interface TypePadProps {
  start: string;
  onWritten: (picture: string | null) => void;
}

const SETTLED = 150;

const none: readonly Hand[] = [];

/** The hands a name can be written in. The same list as long as they are the same, so that nothing is drawn anew. */
function useHands(text: string): readonly Hand[] {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [hands, setHands] = useState(none);
  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      const found = await handsFor(text, language);
      if (wanted) setHands((old) => (found.length === old.length && found.every((hand, index) => hand === old[index]) ? old : found));
    };
    look().catch((error: unknown) => console.info('No hand could be loaded', error));
    return () => {
      wanted = false;
    };
  }, [text, language]);
  return hands;
}

/** A name typed and written in one of several hands. */
export function TypePad({ start, onWritten }: TypePadProps) {
  const { t } = useTranslation('signing');
  const [text, setText] = useState(start);
  const [family, setFamily] = useState('');
  const hands = useHands(text);
  const chosen = hands.find((hand) => hand.family === family) ?? hands[0];
  const written = useRef(onWritten);
  written.current = onWritten;

  useEffect(() => {
    for (const hand of hands) void hand.load();
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
  }, [text, chosen, hands]);

  return (
    <div className={styles.pad}>
      <TextField label={t('typeHere')} value={text} maxLength={64} autoComplete="name" onChange={setText} size="large" />
      <RadioGroup
        className={styles.hands}
        aria-label={t('hands')}
        value={chosen?.family ?? ''}
        onChange={setFamily}
      >
        {hands.map((hand, index) => (
          <Radio key={hand.family} value={hand.family} className={styles.hand} aria-label={t('hand', { number: index + 1 })}>
            <span style={{ fontFamily: familyOf(hand) }}>{text || t('typeHere')}</span>
          </Radio>
        ))}
      </RadioGroup>
    </div>
  );
}
