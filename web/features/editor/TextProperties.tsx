import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field, TextFormat } from '#contract/entities/field.ts';
import { textAligns, textFormats } from '#contract/entities/field.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import { fontSizeOfPoints, pointsOf, setMaxLength, setText } from '#contract/entities/field-rules.ts';
import { fieldDefaults } from '#contract/limits/fields.ts';
import { choicesOf } from '#web/entities/field/choices.ts';
import { expectedText } from '#web/entities/field/text-problem.ts';
import { useMissingLetters, useMissingLettersText } from '#web/entities/field/use-missing-letters.ts';
import { checkNumber, writtenNumber } from '#web/services/engine/core/rules.service.ts';
import { checkText } from '#web/services/engine/core/text-check.service.ts';
import type { TextProblem } from '#web/services/engine/core/text-check.service.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Select } from '#web/ui/Select.tsx';
import { AnswerKind } from './AnswerKind.tsx';
import { CommittedText } from './CommittedText.tsx';
import { selectActiveId } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { NumberProperties } from './NumberProperties.tsx';
import { OptionsProperties } from './OptionsProperties.tsx';
import { useIncluded } from './plan.ts';
import type { PropertyProps } from './property-props.ts';

const ANY = 'any';

const NOTHING = '–';

/** What the value is called: a default value if a recipient can change it. */
function useValueLabel({ recipient, label, readonly }: Field): string {
  const { t } = useTranslation('editor');
  const { t: rules } = useTranslation('rules');
  return isRecipientSet(recipient) && !label && !readonly ? rules('defaultValue') : t('value');
}

/** The default option of a choice field. */
function OptionProperties({ field, change, options }: PropertyProps & { options: readonly string[] }) {
  const label = useValueLabel(field);
  const offered = [{ key: '', text: NOTHING }, ...choicesOf(options).map((option) => ({ key: option, text: option }))];
  return (
    <>
      <Select label={label} options={offered} value={typeof field.value === 'string' ? field.value.trim() : ''} onChange={(text) => change({ ...field, value: text })} />
      <FontSize field={field} change={change} />
      <AlignSelect field={field} change={change} />
    </>
  );
}

/** Validation and appearance of a text field. */
export function TextProperties(props: PropertyProps) {
  const { options, pdfFieldId, rules, label } = props.field;
  return (
    <>
      {label || (options && pdfFieldId !== null) ? null : <AnswerKind {...props} />}
      {options && pdfFieldId === null ? <OptionsProperties {...props} /> : null}
      {rules?.number ? <NumberProperties {...props} number={rules.number} /> : null}
      {options ? <OptionProperties {...props} options={options} /> : <WrittenProperties {...props} />}
    </>
  );
}

function WrittenProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const { t: plan } = useTranslation('plan');
  const { t: words } = useTranslation('preparing');
  const dispatch = useDispatch();
  const file = useSelector(selectActiveId);
  // The plan does not restrict fields of the document itself.
  const hasRules = useIncluded('allowFieldsValidations') || field.pdfFieldId !== null;
  const [problem, setProblem] = useState<TextProblem | null>(null);
  const valueLabel = useValueLabel(field);
  const value = typeof field.value === 'string' ? field.value : '';
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const letters = useMissingLettersText(useMissingLetters(typed));
  const number = field.rules?.number ?? null;
  const check = (format: TextFormat | null, text: string): void => {
    // Without the engine, the text is checked when the field is filled in.
    void (number ? checkNumber(number, text) : checkText(format, text)).then(setProblem, () => setProblem(null));
  };
  const commit = (typed: string): void => {
    change(setText(field, typed));
    if (!number || typed === '' || file === null) return;
    // Without the engine, the number stays as it was typed.
    void writtenNumber(number, typed).then((written) => dispatch(editorActions.numberWritten({ file, id: field.id, typed, written })), () => undefined);
  };
  const formats = [{ key: ANY, text: t('formats.any') }, ...textFormats.map((format) => ({ key: format as string, text: t(`formats.${format}`) }))];
  return (
    <>
      <CommittedText
        label={valueLabel}
        value={value}
        error={letters ?? (problem ? (expectedText(problem.code, field.textFormat) ?? t(`findings.${problem.code}`)) : undefined)}
        onTyping={(text) => {
          setTyped(text);
          check(field.textFormat, text);
        }}
        isDisabled={Boolean(field.rules?.formula)}
        onCommit={commit}
      />
      {number ? null : (
        <>
          <Select
            label={t('textFormat')}
            options={formats}
            value={field.textFormat ?? ANY}
            isDisabled={!hasRules}
            help={hasRules ? undefined : plan('notIncluded')}
            onChange={(key) => {
              const textFormat = textFormats.find((format) => format === key) ?? null;
              check(textFormat, value);
              change({ ...field, textFormat });
            }}
          />
          <CommittedText
            label={t('maxLength')}
            help={hasRules ? words('property.noLimit') : plan('notIncluded')}
            isDisabled={!hasRules}
            inputMode="numeric"
            value={field.textMaxLength === 0 ? '' : String(field.textMaxLength)}
            onCommit={(text) => change(setMaxLength(field, Math.min(Math.max(Math.trunc(Number(text)) || 0, 0), 100_000)))}
          />
        </>
      )}
      <FontSize field={field} change={change} />
      <AlignSelect field={field} change={change} />
      {number ? null : (
        <>
          <Checkbox isSelected={field.multiline} onChange={(multiline) => change({ ...field, multiline })}>
            {t('multiline')}
          </Checkbox>
          <Checkbox isSelected={field.comb} isDisabled={field.textMaxLength === 0} onChange={(comb) => change({ ...field, comb })}>
            {t('comb')}
          </Checkbox>
        </>
      )}
    </>
  );
}

const sizes: readonly number[] = [8, 9, 10, 11, 12, 14, 16, 20, 24];
const AUTOMATIC = 'automatic';

function FontSize({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const points = pointsOf(field.fontSize);
  const offered = [...new Set([...sizes, ...(points === null ? [] : [points])])];
  const options = [{ key: AUTOMATIC, text: t('automatic') }, ...offered.map((size) => ({ key: String(size), text: t('points', { count: size }) }))];
  return (
    <Select
      label={t('fontSize')}
      options={options}
      value={points === null ? AUTOMATIC : String(points)}
      onChange={(key) => change({ ...field, fontSize: key === AUTOMATIC ? fieldDefaults.automaticFontSize : fontSizeOfPoints(Number(key)) })}
    />
  );
}

function AlignSelect({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  return (
    <Select
      label={t('textAlign')}
      options={textAligns.map((align) => ({ key: align, text: t(`aligned.${align}`) }))}
      value={field.textAlign}
      onChange={(textAlign) => change({ ...field, textAlign })}
    />
  );
}
