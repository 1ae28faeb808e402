import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setOptions } from '#contract/entities/field-rules.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { choicesOf } from '#web/entities/field/choices.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import type { PropertyProps } from './property-props.ts';

/** One option a line. A pasted list may have tabs between its columns, of which the first counts. */
const optionsIn = (text: string): string[] =>
  choicesOf(text.split(/\r?\n/u).map((line) => line.split('\t')[0]?.trim().slice(0, lengths.fieldOption) ?? '')).slice(0, counts.fieldOptions);

/** The options of a drop-down list as lines, which are added, ordered, removed and pasted as in any text. */
export function OptionsProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('rules');
  const options = (field.options ?? []).join('\n');
  const [draft, setDraft] = useState(options);
  useEffect(() => setDraft(options), [options]);
  const found = optionsIn(draft);
  const commit = (): void => {
    setDraft(found.length > 0 ? found.join('\n') : options);
    if (found.length > 0 && found.join('\n') !== options) change(setOptions(field, found));
  };
  return (
    <TextArea
      label={t('options')}
      help={t('optionsHelp', { number: found.length })}
      error={found.length === 0 ? t('optionsMissing') : undefined}
      rows={Math.min(Math.max(found.length + 1, 4), 12)}
      value={draft}
      onChange={setDraft}
      onBlur={commit}
    />
  );
}
