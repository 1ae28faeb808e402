import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setRules } from '#contract/entities/field-rules.ts';
import { ExpressionInput } from './ExpressionInput.tsx';
import type { PropertyProps } from './property-props.ts';
import styles from './editor.module.scss';

/** Formula and conditions of a field. */
export default function RuleProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('rules');
  const isCalculable = field.type === 'text' && field.options === null && !field.label;
  // Only at first: it must not fold while somebody deletes a rule.
  const [isUsed] = useState(field.rules !== null && (field.rules.formula ?? field.rules.shownWhen ?? field.rules.requiredWhen) !== null);
  return (
    <details className={styles.advanced} open={isUsed}>
      <summary>{t('title')}</summary>
      {isCalculable ? <ExpressionInput field={field} rule="formula" help={t('formulaHelp')} onCommit={(formula) => change(setRules(field, { formula }))} /> : null}
      <ExpressionInput field={field} rule="shownWhen" help={t('conditionHelp')} onCommit={(shownWhen) => change(setRules(field, { shownWhen }))} />
      {field.readonly ? null : (
        <ExpressionInput field={field} rule="requiredWhen" help={t('conditionHelp')} onCommit={(requiredWhen) => change(setRules(field, { requiredWhen }))} />
      )}
    </details>
  );
}
