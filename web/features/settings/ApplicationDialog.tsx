import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Application } from '#contract/entities/application.ts';
import { lengths } from '#contract/limits/lengths.ts';
import type { Scope } from '#contract/permissions/scopes.ts';
import { defaultScopes, scopes } from '#contract/permissions/scopes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './settings.module.scss';

interface ApplicationDialogProps {
  application: Application | null;
  onClose: () => void;
  onSaved: (application: Application) => void;
}

/** Groups scopes by resource: `file:read` and `file:update` belong to `file`. */
const resources = [...new Set(scopes.map((scope) => scope.split(':')[0] as ScopeResource))];
type ScopeResource = Scope extends `${infer Resource}:${string}` ? Resource : never;
type ScopeAction = Scope extends `${string}:${infer AsyncAction}` ? AsyncAction : never;
const actionOf = (scope: Scope): ScopeAction => scope.split(':')[1] as ScopeAction;

/** Name and scopes of an application. */
export const ApplicationDialog = ({ application, onClose, onSaved }: ApplicationDialogProps) => {
  const { t } = useTranslation('applications');
  const act = useAsyncAction();
  const [name, setName] = useState(application?.name ?? '');
  const [chosen, setChosen] = useState<readonly Scope[]>(application?.scopes ?? defaultScopes);
  const [tried, setTried] = useState(false);
  const toggle = (scope: Scope, on: boolean): void => setChosen((old) => (on ? [...old, scope] : old.filter((each) => each !== scope)));
  const save = async (): Promise<void> => {
    setTried(true);
    if (name.trim() === '' || chosen.length === 0) return;
    const body = { name: name.trim(), scopes: [...chosen] };
    const saved = await act.ask(() => (application ? call('apps.update', { params: { id: application.id }, body }) : call('apps.create', { body })));
    if (saved) onSaved(saved);
  };
  return (
    <FormDialog
      size="large"
      onClose={onClose}
      title={t(application ? 'edit' : 'add')}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('save')}
      isPending={act.busy}
      onSubmit={() => void save()}
    >
      <TextField
        autoFocus
        label={t('name')}
        maxLength={lengths.fullName}
        value={name}
        onChange={setName}
        error={tried && name.trim() === '' ? t('nameMissing') : undefined}
      />
      {tried && chosen.length === 0 ? <Banner meaning="negative">{t('scopesMissing')}</Banner> : null}
      {resources.map((resource) => (
        <fieldset key={resource} className={styles.scopes}>
          <legend>{t(`resource.${resource}`)}</legend>
          {scopes
            .filter((scope) => scope.startsWith(`${resource}:`))
            .map((scope) => (
              <Checkbox key={scope} isSelected={chosen.includes(scope)} onChange={(on) => toggle(scope, on)}>
                {t(`scope.${actionOf(scope)}`)}
              </Checkbox>
            ))}
        </fieldset>
      ))}
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};
