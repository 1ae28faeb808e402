import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { usualDayForm } from '#contract/entities/dates.ts';
import type { Field, FieldType, FillType } from '#contract/entities/field.ts';
import { defaultPermittedTypes, fieldTypes } from '#contract/entities/field.ts';
import {
  isPictureType,
  setAutoFill,
  setDateFormat,
  setHidden,
  setLabel,
  setPermittedTypes,
  setReadonly,
  setRequired,
  setType,
} from '#contract/entities/field-rules.ts';
import { advancedFieldTypes } from '#contract/permissions/plan.permissions.ts';
import { exampleDay, withDayForm } from '#web/entities/field/day-forms.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Select } from '#web/ui/Select.tsx';
import { CommittedText } from './CommittedText.tsx';
import { DateRangeProperties } from './DateRangeProperties.tsx';
import { DefaultDay, DefaultMark } from './DefaultValue.tsx';
import { selectDayForm, selectFields, selectPhoneCapture } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { NameProperties } from './NameProperties.tsx';
import { OptionProperty } from './OptionProperty.tsx';
import { PlaceProperties } from './PlaceProperties.tsx';
import { useIncluded } from './plan.ts';
import type { PropertyProps } from './property-props.ts';
import { TextColor } from './TextColor.tsx';
import { TextProperties } from './TextProperties.tsx';
import styles from './editor.module.scss';

const RuleProperties = lazy(() => import('./RuleProperties.tsx'));

/** Pictures and links have no text of their own. */
const hasTextColor = (type: FieldType): boolean => !isPictureType(type) && type !== 'link';

/** All properties of one field. The contract's rules derive dependent properties. */
export function FieldProperties({ field }: { field: Field }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const { t: plan } = useTranslation('plan');
  const { t: words } = useTranslation('preparing');
  const fields = useSelector(selectFields);
  const allowPhone = useSelector(selectPhoneCapture);
  const dayForm = useSelector(selectDayForm);
  const hasAdvanced = useIncluded('allowAdvancedFields');
  const fromFile = field.pdfFieldId !== null;
  const hasRules = useIncluded('allowFieldsValidations') || field.rules !== null;
  const change = (next: Field): void => {
    dispatch(editorActions.fieldsChanged([{ ...next, changed: true }]));
  };
  return (
    <div className={styles.propertyList}>
      <Select<FieldType>
        label={t('type')}
        options={fieldTypes.filter((type) => hasAdvanced || !advancedFieldTypes.includes(type)).map((type) => ({ key: type, text: t(`types.${type}`) }))}
        help={hasAdvanced || fromFile ? undefined : plan('lacks', { features: plan('features.allowAdvancedFields') })}
        value={field.type}
        isDisabled={fromFile}
        onChange={(type) => change(withDayForm(setType(field, type, fields, allowPhone), dayForm))}
      />
      {field.type === 'link' || field.label ? null : (
        <NameProperties field={field} change={change} />
      )}
      <RuleBoxes field={field} change={change} />
      {field.type === 'text' ? <TextProperties field={field} change={change} /> : null}
      {field.type === 'date' ? <DateProperties field={field} change={change} /> : null}
      {field.type === 'radio' ? <OptionProperty field={field} change={change} /> : null}
      {field.type === 'radio' || field.type === 'checkmark' ? <DefaultMark field={field} /> : null}
      {field.type === 'radio' || field.type === 'checkmark' ? <GroupProperty field={field} change={change} /> : null}
      {field.type === 'link' ? <LinkProperty field={field} change={change} /> : null}
      {isPictureType(field.type) ? <PictureProperties field={field} change={change} /> : null}
      {field.type === 'signature' || field.type === 'link' || !hasRules ? null : (
        <Suspense>
          <RuleProperties field={field} change={change} />
        </Suspense>
      )}
      {hasTextColor(field.type) ? <TextColor field={field} change={change} /> : null}
      <PlaceProperties field={field} change={change} />
      <details className={styles.advanced}>
        <summary>{words('property.advanced')}</summary>
        <CommittedText
          label={t('name')}
          value={field.fieldName}
          isDisabled={fromFile}
          onCommit={(fieldName) => change({ ...field, fieldName: fieldName || field.fieldName })}
        />
      </details>
    </div>
  );
}

function RuleBoxes({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const signature = field.type === 'signature';
  if (signature) return <p className={styles.hint}>{t('signatureAlwaysRequired')}</p>;
  if (field.type === 'link') return null;
  return (
    <div className={styles.boxes}>
      <Checkbox isSelected={field.required} onChange={(on) => change(setRequired(field, on))}>
        {t('required')}
      </Checkbox>
      <Checkbox isSelected={field.readonly} isDisabled={field.label} onChange={(on) => change(setReadonly(field, on))}>
        {t('readonly')}
      </Checkbox>
      {field.type === 'text' ? (
        <Checkbox isSelected={field.label} onChange={(on) => change(setLabel(field, on))}>
          {t('label')}
        </Checkbox>
      ) : null}
      <Checkbox isSelected={field.hidden} onChange={(on) => change(setHidden(field, on))}>
        {t('hidden')}
      </Checkbox>
      <Checkbox isSelected={field.doNotPrint} onChange={(doNotPrint) => change({ ...field, doNotPrint })}>
        {t('doNotPrint')}
      </Checkbox>
    </div>
  );
}

const dateFormats = ['YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'D. M. YYYY'] as const;

function DateProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const mayCheck = useIncluded('allowFieldsValidations');
  const form = field.dateFormat ?? usualDayForm;
  const formats = [...new Set([...dateFormats, form])];
  return (
    <>
      <Select
        label={t('dateFormat')}
        options={formats.map((format) => ({ key: format, text: exampleDay(format) }))}
        value={form}
        onChange={(dateFormat) => change(setDateFormat(field, dateFormat))}
      />
      <Checkbox isSelected={field.autoFill === 'sign_date'} onChange={(on) => change(setAutoFill(field, on))}>
        {t('autoFill')}
      </Checkbox>
      <DefaultDay field={field} change={change} />
      {mayCheck && field.autoFill === null ? <DateRangeProperties field={field} change={change} /> : null}
    </>
  );
}

function GroupProperty({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  return (
    <CommittedText
      label={t('group')}
      help={t('groupHelp')}
      value={field.group ?? ''}
      onCommit={(group) => change({ ...field, group: group || (field.type === 'radio' ? field.group : null) })}
    />
  );
}

function LinkProperty({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const value = typeof field.value === 'string' ? field.value : '';
  return <CommittedText label={t('link')} value={value} onCommit={(link) => change({ ...field, value: link })} />;
}

function PictureProperties({ field, change }: PropertyProps) {
  const { t } = useTranslation('editor');
  const offered = defaultPermittedTypes(field.type, useSelector(selectPhoneCapture));
  const toggle = (type: FillType, on: boolean): void => {
    const next = on ? [...field.permittedTypes, type] : field.permittedTypes.filter((each) => each !== type);
    if (next.length > 0) change(setPermittedTypes(field, next));
  };
  return (
    <fieldset className={styles.boxes}>
      <legend className={styles.legend}>{t('permitted')}</legend>
      {offered.map((type) => (
        <Checkbox key={type} isSelected={field.permittedTypes.includes(type)} onChange={(on) => toggle(type, on)}>
          {t(`fill.${type}`)}
        </Checkbox>
      ))}
    </fieldset>
  );
}
