import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CommittedText } from './CommittedText.tsx';
import { sizedTo } from './field-edits.ts';
import type { Side } from './measures.ts';
import { millimetresOf, readNumber, withMillimetres } from './measures.ts';
import { PagesContext } from './pages-under.ts';
import type { PropertyProps } from './property-props.ts';
import styles from './editor.module.scss';

const sides: readonly Side[] = ['x', 'y', 'width', 'height'];

/** Position and size of a field as numbers, for exact input and for people who can't drag. */
export function PlaceProperties({ field, change }: PropertyProps) {
  const { t, i18n } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const paper = useContext(PagesContext)?.pages[field.page - 1];
  if (!paper) return null;
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, useGrouping: false });
  const set = (side: Side, text: string): void => {
    const millimetres = readNumber(text);
    if (millimetres !== null) change(sizedTo(field, withMillimetres(field.rect, side, millimetres, paper), paper));
  };
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.legend}>{t('place')}</legend>
      <div className={styles.places}>
        {sides.map((side) => (
          <CommittedText
            key={side}
            label={words(`property.${side}`)}
            inputMode="decimal"
            value={number.format(millimetresOf(field.rect, side, paper))}
            onCommit={(text) => set(side, text)}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('keysHelp')}</p>
    </fieldset>
  );
}
