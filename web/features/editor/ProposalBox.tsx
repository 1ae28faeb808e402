import { memo } from 'react';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { fieldIcons } from '#web/ui/field/field-icons.ts';
import { editorActions } from './editor.slice.ts';
import { placeStyle } from './FieldBox.tsx';
import { focusField } from './focus.ts';
import styles from './editor.module.scss';

interface ProposalBoxProps {
  field: Field;
  label: string;
  /** Whether a review is active: a press then shows this proposal instead of accepting it. */
  reviewing: boolean;
  /** Whether this proposal is under review. */
  reviewed: boolean;
}

/** A detected field that a press accepts. It is a native button for speed: a page may have a hundred. */
export const ProposalBox = memo(function ProposalBox({ field, label, reviewing, reviewed }: ProposalBoxProps) {
  const dispatch = useDispatch();
  const Glyph = fieldIcons[field.type];
  const pressed = (): void => {
    if (reviewing && !reviewed) {
      dispatch(editorActions.reviewed(field.id));
      return;
    }
    dispatch(editorActions.proposalsAccepted({ ids: [field.id] }));
    // The accepted field has the same id.
    focusField(field.id);
  };
  return (
    <button
      type="button"
      className={styles.proposal}
      style={placeStyle(field.rect)}
      data-proposal={field.id}
      aria-label={label}
      aria-current={reviewed ? 'true' : undefined}
      onClick={pressed}
    >
      <Glyph className={styles.proposalIcon} aria-hidden />
    </button>
  );
});
