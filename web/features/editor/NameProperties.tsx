import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { setDataLabel } from '#contract/entities/field-list.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { CommittedText } from './CommittedText.tsx';
import { selectFields } from './editor.selectors.ts';
import { hasValue, toDataLabel } from './expressions.ts';
import type { PropertyProps } from './property-props.ts';

/** What the recipient reads about a field, and the name that formulas and further places use. */
export function NameProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('rules');
  const { t: words } = useTranslation('preparing');
  const fields = useSelector(selectFields);
  return (
    <>
      <CommittedText
        label={words('property.tooltip')}
        help={words('property.tooltipHelp')}
        maxLength={lengths.fieldTooltip}
        value={field.tooltip ?? ''}
        onCommit={(tooltip) => change({ ...field, tooltip: tooltip.trim() || null })}
      />
      <CommittedText
        label={t('helpText')}
        help={t('helpTextHelp')}
        maxLength={lengths.helpText}
        value={field.helpText ?? ''}
        onCommit={(helpText) => change({ ...field, helpText: helpText.trim() || null })}
      />
      {hasValue(field) ? (
        <CommittedText
          label={t('name')}
          help={t('nameHelp')}
          maxLength={lengths.dataLabel}
          value={field.dataLabel ?? ''}
          onCommit={(name) => change(setDataLabel(field, toDataLabel(name) || null, fields))}
        />
      ) : null}
    </>
  );
}
