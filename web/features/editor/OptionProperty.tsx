import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { lengths } from '#contract/limits/lengths.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CommittedText } from './CommittedText.tsx';
import { selectFields } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import type { PropertyProps } from './property-props.ts';

/** The option that a radio button stands for, and a button that adds the next option below. */
export function OptionProperty({ field, change }: PropertyProps) {
  const { t } = useTranslation('rules');
  const dispatch = useDispatch();
  const fields = useSelector(selectFields);
  const group = fields.filter((each) => each.type === 'radio' && each.group === field.group);
  const taken = group.filter(({ id }) => id !== field.id).map(({ exportValue }) => exportValue);
  const isTaken = field.exportValue !== null && taken.includes(field.exportValue);
  return (
    <>
      <CommittedText
        label={t('radioOption')}
        help={t('radioOptionHelp')}
        error={isTaken ? t('radioOptionTaken') : undefined}
        isDisabled={field.pdfFieldId !== null}
        maxLength={lengths.fieldOption}
        value={field.exportValue ?? ''}
        onCommit={(option) => change({ ...field, exportValue: option.trim() || null })}
      />
      {field.pdfFieldId === null ? (
        <Button
          icon={<Icon of={Plus} />}
          onPress={() => {
            dispatch(editorActions.optionAdded({ id: field.id, exportValue: t('option', { number: group.length + 1 }) }));
            announce(t('optionAdded'));
          }}
        >
          {t('addOption')}
        </Button>
      ) : null}
    </>
  );
}
