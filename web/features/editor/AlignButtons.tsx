import {
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  MoveHorizontal,
  MoveVertical,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { editorActions } from './editor.slice.ts';
import type { Alignment } from './field-edits.ts';
import { alignFields } from './field-edits.ts';
import styles from './editor.module.scss';

const alignments = [
  ['left', AlignStartVertical],
  ['right', AlignEndVertical],
  ['top', AlignStartHorizontal],
  ['bottom', AlignEndHorizontal],
  ['width', MoveHorizontal],
  ['height', MoveVertical],
] as const satisfies readonly (readonly [Alignment, unknown])[];

/** Lines several fields up, or gives them the same size. */
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
    </div>
  );
}
