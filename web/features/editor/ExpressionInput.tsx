import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { Select } from '#web/ui/Select.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { selectFields } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { hasValue, referenceTo, suggestedName } from './expressions.ts';
import type { ExpressionRule } from './use-expression.ts';
import { useExpression } from './use-expression.ts';

interface ExpressionInputProps {
  field: Field;
  rule: ExpressionRule;
  help: string;
  onCommit: (expression: string | null) => void;
}

/** A formula or condition, evaluated while it is typed. */
export function ExpressionInput({ field, rule, help, onCommit }: ExpressionInputProps) {
  const { t } = useTranslation('rules');
  const value = field.rules?.[rule] ?? '';
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const { error, result } = useExpression(field, rule, draft);
  const commit = (text: string): void => {
    if (text.trim() !== value) onCommit(text.trim() || null);
  };
  return (
    <>
      <TextArea
        label={t(`label.${rule}`)}
        help={rule === 'formula' && result ? t('result', { result }) : help}
        error={error}
        rows={2}
        maxLength={lengths.expression}
        value={draft}
        onChange={setDraft}
        onBlur={() => commit(draft)}
      />
      <InsertField
        field={field}
        onInsert={(reference) => {
          const text = `${draft}${draft === '' || draft.endsWith(' ') ? '' : ' '}${reference}`;
          setDraft(text);
          commit(text);
        }}
      />
    </>
  );
}

/** Inserts a reference to another field. A field without a name gets one. */
function InsertField({ field, onInsert }: { field: Field; onInsert: (reference: string) => void }) {
  const { t } = useTranslation('rules');
  const { t: words } = useTranslation('editor');
  const dispatch = useDispatch();
  const fields = useSelector(selectFields);
  const kindOf = ({ type, page }: Field): string => t('fieldOnPage', { kind: words(`types.${type}`), page });
  const others = fields.filter((each) => each.id !== field.id && hasValue(each) && (each.dataLabel === null || each.dataLabel !== field.dataLabel));
  const offered = [...new Map(others.map((each) => [each.dataLabel ?? each.id, each])).values()];
  if (offered.length === 0) return null;
  return (
    <Select
      label={t('insert')}
      placeholder={t('insert')}
      hideLabel
      value={null}
      options={offered.map((each) => ({ key: each.id, text: each.dataLabel ?? each.tooltip ?? kindOf(each), description: kindOf(each) }))}
      onChange={(id) => {
        const chosen = offered.find((each) => each.id === id);
        if (!chosen) return;
        const dataLabel = chosen.dataLabel ?? suggestedName(chosen, words(`types.${chosen.type}`), fields);
        if (chosen.dataLabel === null) dispatch(editorActions.fieldsChanged([{ ...chosen, dataLabel, changed: true }]));
        onInsert(referenceTo(dataLabel));
      }}
    />
  );
}
