import { memo, useEffect } from 'react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import type { Size } from '#web/entities/field/geometry.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { SignerField } from './SignerField.tsx';
import { useChoiceName, usePlaceName } from './place-names.ts';
import type { SigningRoot } from './signing.selectors.ts';
import { isFillable, selectFocused, selectShownOnPage, selectSigner } from './signing.selectors.ts';
import type { FieldRef } from './signing.slice.ts';
import { useHandheld } from './use-handheld.ts';
import styles from './signing.module.scss';

/** Callbacks of the fields on the pages. */
export interface LayerActions {
  readonly onPicture: (place: FieldRef) => void;
  /** Opens a field in the panel. */
  readonly onGo: (place: FieldRef) => void;
  readonly onNext: () => void;
  /** Detects labels beside the fields of a page that becomes visible. */
  readonly onPage: (page: number) => void;
}

interface SigningLayerProps extends LayerActions {
  fileId: string;
  page: number;
  size: Size;
  paper: Size;
}

/** Groups the fields of a page in reading order; options of a radio group stay together. */
function grouped(fields: readonly Field[]): Field[][] {
  const together = new Map<string, Field[]>();
  for (const field of fields) {
    const key = field.type === 'radio' && field.group ? `group ${field.group}` : `field ${field.id}`;
    together.set(key, [...(together.get(key) ?? []), field]);
  }
  return [...together.values()];
}

/** The fields of one page: the signer's are editable, the others read-only. */
export const SigningLayer = memo(function SigningLayer({ fileId, page, size, paper, onPage, ...actions }: SigningLayerProps) {
  const { t } = useTranslation('signing');
  const fields = useSelector((root: SigningRoot) => selectShownOnPage(root, fileId, page));
  const signer = useSelector(selectSigner);
  const focused = useSelector(selectFocused);
  const placeName = usePlaceName();
  const choiceName = useChoiceName();
  const isHandheld = useHandheld();
  useEffect(() => onPage(page), [onPage, page]);
  if (fields.length === 0) return null;
  const placeOf = (field: Field, tabStop: string) => {
    const place = { fileId, fieldId: field.id };
    const isChoice = field.type === 'radio';
    const name = isChoice && !isHandheld ? choiceName(place, field) : placeName(place, field);
    return (
      <SignerField
        key={field.id}
        field={field}
        fileId={fileId}
        name={isChoice && isHandheld ? t('placeValue', { name, value: choiceName(place, field) }) : name}
        fillable={isFillable(field, signer)}
        current={focused?.fieldId === field.id && focused.fileId === fileId}
        isHandheld={isHandheld}
        isTabStop={field.id === tabStop}
        paperHeight={paper.height}
        {...actions}
      />
    );
  };
  return (
    <div
      className={styles.layer}
      role="group"
      aria-label={t('placesOnPage', { page })}
      style={{ '--point': `${size.width / paper.width}px` } as CSSProperties}
    >
      {grouped(fields).map((group) => {
        const [first] = group;
        if (!first) return null;
        if (first.type !== 'radio' || isHandheld) return group.map((field) => placeOf(field, field.id));
        const { id: tabStop } = group.find(({ value }) => value === true) ?? first;
        return (
          <ChoiceGroup key={first.id} first={first} name={placeName({ fileId, fieldId: first.id }, first)}>
            {group.map((field) => placeOf(field, tabStop))}
          </ChoiceGroup>
        );
      })}
    </div>
  );
});
