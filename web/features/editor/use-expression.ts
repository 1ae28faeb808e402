import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { withRules } from '#contract/entities/rules.ts';
import { toAppError } from '#web/services/app-error.ts';
import { applyRules } from '#web/services/engine/core/rules.service.ts';
import { selectFields } from './editor.selectors.ts';

export type ExpressionRule = 'formula' | 'shownWhen' | 'requiredWhen';

interface ExpressionState {
  /** Why it has no value. */
  readonly error: string | undefined;
  /** The current result of a formula. */
  readonly result: string | null;
}

const unknown: ExpressionState = { error: undefined, result: null };

/** Evaluates an expression while it is typed, with the values that the fields of the document have now. */
export function useExpression(field: Field, rule: ExpressionRule, text: string): ExpressionState {
  const { t } = useTranslation('rules');
  const fields = useSelector(selectFields);
  const [state, setState] = useState(unknown);
  useEffect(() => {
    let isWanted = true;
    const evaluate = async (): Promise<void> => {
      const changed = { ...field, rules: withRules(field.rules, { [rule]: text.trim() }) };
      const index = fields.findIndex(({ id }) => id === field.id);
      const outcome = (await applyRules(fields.with(index, changed)))[index];
      const problem = outcome?.problems.find((each) => each.rule === rule);
      if (isWanted) setState({ error: problem && t(`problems.${problem.code}`), result: problem ? null : (outcome?.text ?? null) });
    };
    if (text.trim() === '' || !fields.some(({ id }) => id === field.id)) setState(unknown);
    // Without the core the expression can't be checked here. The server checks it before the document is sent.
    else evaluate().catch((error: unknown) => console.warn('The expression was not checked', toAppError(error).code));
    return () => {
      isWanted = false;
    };
  }, [field, fields, rule, t, text]);
  return state;
}
