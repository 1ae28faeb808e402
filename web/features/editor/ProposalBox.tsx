import { memo } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { fieldIcons } from '#web/ui/field/field-icons.ts';
import { editorActions } from './editor.slice.ts';
import { placeStyle } from './FieldBox.tsx';
import styles from './editor.module.scss';

/** A place where the detection saw a field; pressing takes it over. */
export const ProposalBox = memo(function ProposalBox({ field }: { field: Field }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const Glyph = fieldIcons[field.type];
  return (
    <Button
      className={styles.proposal}
      style={placeStyle(field.rect)}
      data-proposal={field.id}
      aria-label={t('proposals.take', { kind: t(`types.${field.type}`) })}
      onPress={() => dispatch(editorActions.proposalsAccepted({ ids: [field.id] }))}
    >
      <Glyph className={styles.proposalIcon} aria-hidden />
    </Button>
  );
});
