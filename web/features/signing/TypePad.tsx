import { useEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useMissingLetters, useMissingLettersText } from '#web/entities/field/use-missing-letters.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { Hand } from './hands.ts';
import { familyOf, handsFor, widthOf, writeName } from './handwriting.ts';
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
  const letters = useMissingLetters(text);
  const problem = useMissingLettersText(letters);
  const chosen = hands.find((hand) => hand.family === family) ?? hands[0];
  const written = useRef(onWritten);
  written.current = onWritten;

  useEffect(() => {
    if (!chosen || problem || text.trim() === '') {
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
  }, [text, chosen, hands, problem]);

  return (
    <div className={styles.pad}>
      <TextField label={t('typeHere')} value={text} maxLength={64} autoComplete="name" onChange={setText} size="large" error={problem} />
      <RadioGroup className={styles.hands} aria-label={t('hands')} value={chosen?.family ?? ''} onChange={setFamily}>
        {hands.map((hand, index) => (
          <HandChoice key={hand.family} hand={hand} text={text || t('typeHere')} label={t('hand', { number: index + 1 })} />
        ))}
      </RadioGroup>
    </div>
  );
}

/** A name in one hand, once its font is there; a long one is written smaller. */
function HandChoice({ hand, text, label }: { hand: Hand; text: string; label: string }) {
  const width = useWritten(hand, text);
  const style = { fontFamily: familyOf(hand), '--letters': width ?? 1, visibility: width === null ? 'hidden' : undefined } as CSSProperties;
  return (
    <Radio value={hand.family} className={styles.hand ?? ''} aria-label={label}>
      {width === null ? <Skeleton className={styles.handSkeleton} width="40%" height="var(--text-28)" /> : null}
      <span className={styles.handName} style={style}>
        {text}
      </span>
    </Radio>
  );
}

/** How wide a text is in a hand, in heights of its letters; null until its font has come. */
function useWritten(hand: Hand, text: string): number | null {
  const [written, setWritten] = useState<{ hand: Hand; width: number } | null>(null);
  useEffect(() => {
    let wanted = true;
    widthOf(text, hand).then(
      (width) => (wanted ? setWritten({ hand, width }) : undefined),
      (error: unknown) => {
        console.info('A hand could not be loaded', hand.family, error);
        // What the device writes with instead is about half as wide as high.
        if (wanted) setWritten({ hand, width: [...text].length / 2 });
      },
    );
    return () => {
      wanted = false;
    };
  }, [hand, text]);
  return written?.hand === hand ? written.width : null;
}
