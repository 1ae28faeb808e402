import { useEffect, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useMissingLetters, useMissingLettersText } from '#web/entities/field/use-missing-letters.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { HandwritingFont } from './handwriting-fonts.ts';
import { device, familyOf, fontsFor, widthOf, writeName } from './handwriting.ts';
import styles from './signing.module.scss';

interface TypePadProps {
  start: string;
  onWritten: (picture: string | null) => void;
}

const SETTLED = 150;
/** Milliseconds before a signature whose font has not come is written again. */
const RETRY = 5000;
/** So often a font is waited for, and so often it may fail. Then the next one takes its place. */
const TRIES = 4;
const FAILURES = 2;
/** Milliseconds before a font that failed is tried again. */
const PAUSE = 1000;

const none: readonly HandwritingFont[] = [];

/** The fonts for a name. The list keeps its identity while it is equal, to avoid drawing again. */
function useHandwritingFonts(text: string): readonly HandwritingFont[] {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [fonts, setFonts] = useState(none);
  useEffect(() => {
    let wanted = true;
    const look = async (): Promise<void> => {
      const found = await fontsFor(text, language);
      if (wanted) setFonts((old) => (found.length === old.length && found.every((font, index) => font === old[index]) ? old : found));
    };
    look().catch((error: unknown) => console.info('No font could be loaded', error));
    return () => {
      wanted = false;
    };
  }, [text, language]);
  return fonts;
}

/** A typed signature: a name in one of several handwriting fonts. */
export function TypePad({ start, onWritten }: TypePadProps) {
  const { t } = useTranslation('signing');
  const [text, setText] = useState(start);
  const [family, setFamily] = useState('');
  const [lost, setLost] = useState(none);
  const found = useHandwritingFonts(text);
  const able = found.filter((font) => !lost.includes(font));
  const fonts = found.length > 0 && able.length === 0 ? [device] : able;
  const letters = useMissingLetters(text);
  const problem = useMissingLettersText(letters);
  const chosen = fonts.find((font) => font.family === family) ?? fonts[0];
  const written = useRef(onWritten);
  written.current = onWritten;

  useEffect(() => {
    if (!chosen || problem || text.trim() === '') {
      written.current(null);
      return undefined;
    }
    let wanted = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let tries = 0;
    let failures = 0;
    const write = (): void => {
      const isOver = tries === TRIES || failures === FAILURES;
      if (isOver && chosen !== device) return setLost((others) => [...others, chosen]);
      tries += 1;
      // A font that does not come may be lost on the way: the last try that succeeds counts.
      timer = setTimeout(write, RETRY);
      writeName(text.trim(), chosen).then(
        (picture) => {
          clearTimeout(timer);
          if (wanted) written.current(picture);
        },
        (error: unknown) => {
          console.info('A signature could not be written', error);
          failures += 1;
          clearTimeout(timer);
          if (wanted) timer = setTimeout(write, failures < FAILURES ? PAUSE : 0);
        },
      );
    };
    timer = setTimeout(write, SETTLED);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [text, chosen, problem]);

  return (
    <div className={styles.pad}>
      <TextField label={t('typeHere')} value={text} maxLength={64} autoComplete="name" onChange={setText} size="large" error={problem} />
      <RadioGroup className={styles.fonts} aria-label={t('hands')} value={chosen?.family ?? ''} onChange={setFamily}>
        {fonts.map((font, index) => (
          <FontChoice key={font.family} font={font} text={text || t('typeHere')} label={t('hand', { number: index + 1 })} />
        ))}
      </RadioGroup>
    </div>
  );
}

/** A name in one font. Stays hidden until the font has loaded; long names are set smaller. */
function FontChoice({ font, text, label }: { font: HandwritingFont; text: string; label: string }) {
  const width = useWritten(font, text);
  const style = { fontFamily: familyOf(font), '--letters': width ?? 1, visibility: width === null ? 'hidden' : undefined } as CSSProperties;
  return (
    <Radio value={font.family} className={styles.font ?? ''} aria-label={label}>
      {width === null ? <Skeleton className={styles.handSkeleton} width="40%" height="var(--text-28)" /> : null}
      <span className={styles.fontName} style={style}>
        {text}
      </span>
    </Radio>
  );
}

/** Width of a text in a font, in em; null until the font has loaded. */
function useWritten(font: HandwritingFont, text: string): number | null {
  const [written, setWritten] = useState<{ font: HandwritingFont; width: number } | null>(null);
  useEffect(() => {
    let wanted = true;
    widthOf(text, font).then(
      (width) => (wanted ? setWritten({ font, width }) : undefined),
      (error: unknown) => {
        console.info('A font could not be loaded', font.family, error);
        // Fallback fonts have an average character width of about 0.5 em.
        if (wanted) setWritten({ font, width: [...text].length / 2 });
      },
    );
    return () => {
      wanted = false;
    };
  }, [font, text]);
  return written?.font === font ? written.width : null;
}
