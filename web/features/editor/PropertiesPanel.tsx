import { Copy, Trash2 } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { AlignButtons } from './AlignButtons.tsx';
import { AssigneeSelect } from './AssigneeSelect.tsx';
import { CopyToPages } from './CopyToPages.tsx';
import { selectFields, selectSelection } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { FieldProperties } from './FieldProperties.tsx';
import styles from './editor.module.scss';

/** Escape returns the focus to the field on its page, unless an open list or menu handles it. */
function backToField(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || (event.target as Element).closest('[role=listbox]')) return;
  document.querySelector<HTMLElement>('[data-field][data-selected]')?.focus();
}

/**
 * Returns the selected fields. The selection is deferred, because its many controls are slow to render; the fields
 * themselves are always current, since a change based on a stale field would undo the one before.
 */
function useShownFields(): Field[] {
  const shown = useDeferredValue(useSelector(selectSelection));
  const fields = useSelector(selectFields);
  return useMemo(() => fields.filter((field) => shown.includes(field.id)), [fields, shown]);
}

/** Properties of the selected field, or actions on several. */
export function PropertiesPanel() {
  const { t } = useTranslation('editor');
  const selected = useShownFields();
  const only = selected.length === 1 ? selected[0] : undefined;
  if (selected.length === 0) return <p className={styles.hint}>{t('nothingSelected')}</p>;
  return (
    <section className={styles.properties} data-properties aria-label={t('properties')} onKeyDown={backToField}>
      <h2 className={styles.propertiesTitle}>
        {only ? t(`types.${only.type}`) : t('severalSelected', { count: selected.length })}
      </h2>
      <AssigneeOfFields fields={selected} />
      {only ? <FieldProperties key={only.id} field={only} /> : <AlignButtons fields={selected} />}
      <FieldActions fields={selected} />
    </section>
  );
}

function AssigneeOfFields({ fields }: { fields: Field[] }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const first = fields[0]?.recipient ?? null;
  const same = fields.every((field) => JSON.stringify(field.recipient) === JSON.stringify(first));
  return (
    <AssigneeSelect
      label={t('filledBy')}
      value={same ? first : undefined}
      onChange={(recipient) =>
        dispatch(editorActions.fieldsChanged(fields.map((field) => ({ ...field, recipient, changed: true }))))
      }
    />
  );
}

function FieldActions({ fields }: { fields: Field[] }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const page = fields[0]?.page ?? 1;
  return (
    <div className={styles.actions}>
      <Button
        icon={<Icon of={Copy} />}
        onPress={() => {
          dispatch(editorActions.fieldsCopied(fields));
          dispatch(editorActions.fieldsPasted(page));
          announce(t('said.pasted', { page }));
        }}
      >
        {t('duplicate')}
      </Button>
      <CopyToPages fields={fields} />
      <Button
        look="quiet"
        icon={<Icon of={Trash2} />}
        isDisabled={fields.every((field) => field.pdfFieldId !== null)}
        onPress={() => {
          dispatch(editorActions.fieldsDeleted(fields.map((field) => field.id)));
          announce(t('said.deleted', { count: fields.length }));
        }}
      >
        {t('delete')}
      </Button>
    </div>
  );
}
