import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalDistributeCenter,
  MoveHorizontal,
  MoveVertical,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { editorActions } from './editor.slice.ts';
import type { Alignment, Direction } from './field-edits.ts';
import { alignFields, distributeFields, FEWEST_DISTRIBUTED } from './field-edits.ts';
import styles from './editor.module.scss';

const alignments = [
  ['left', AlignStartVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['bottom', AlignEndHorizontal],
  ['width', MoveHorizontal],
  ['height', MoveVertical],
] as const satisfies readonly (readonly [Alignment, unknown])[];

const directions = [
  ['across', AlignHorizontalDistributeCenter],
  ['down', AlignVerticalDistributeCenter],
] as const satisfies readonly (readonly [Direction, unknown])[];

/** Aligns several fields, equalises their sizes or distributes them evenly. */
export function AlignButtons({ fields }: { fields: Field[] }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  return (
    <div className={styles.align} role="group" aria-label={t('align.title')}>
      {alignments.map(([alignment, glyph]) => (
        <IconButton
          key={alignment}
          label={t(`align.${alignment}`)}
          icon={<Icon of={glyph} />}
          onPress={() => dispatch(editorActions.fieldsChanged(alignFields(fields, alignment)))}
        />
      ))}
      {directions.map(([direction, glyph]) => (
        <IconButton
          key={direction}
          label={t(`align.${direction}`)}
          icon={<Icon of={glyph} />}
          isDisabled={fields.length < FEWEST_DISTRIBUTED}
          onPress={() => dispatch(editorActions.fieldsChanged(distributeFields(fields, direction)))}
        />
      ))}
    </div>
  );
}
