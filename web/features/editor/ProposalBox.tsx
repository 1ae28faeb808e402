import { memo } from 'react';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { fieldIcons } from '#web/ui/field/field-icons.ts';
import { editorActions } from './editor.slice.ts';
import { placeStyle } from './FieldBox.tsx';
import styles from './editor.module.scss';

interface ProposalBoxProps {
  field: Field;
  label: string;
}

/** A place where the detection saw a field; pressing takes it over. The browser's own button: a page may have a hundred. */
export const ProposalBox = memo(function ProposalBox({ field, label }: ProposalBoxProps) {
  const dispatch = useDispatch();
  const Glyph = fieldIcons[field.type];
  return (
    <button
      type="button"
      className={styles.proposal}
      style={placeStyle(field.rect)}
      data-proposal={field.id}
      aria-label={label}
      onClick={() => dispatch(editorActions.proposalsAccepted({ ids: [field.id] }))}
    >
      <Glyph className={styles.proposalIcon} aria-hidden />
    </button>
  );
});
