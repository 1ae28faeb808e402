import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { MessageForm } from '#web/features/sending/MessageForm.tsx';
import { OptionsForm } from '#web/features/sending/OptionsForm.tsx';
import { LibraryForm } from '#web/features/templates/LibraryForm.tsx';
import type { RolesChange } from '#web/features/templates/RolesPanel.tsx';
import { RolesPanel } from '#web/features/templates/RolesPanel.tsx';
import { fieldRoleOf } from '../editor/editor-people.ts';
import type { TemplateDraft } from '../editor/use-draft.ts';

/** Panels of a template: roles, message and options. */
export function useTemplatePanels(draft: TemplateDraft, profile: Profile | null) {
  const { t } = useTranslation('templates');
  const { t: sending } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const onRoles = ({ recipients, replaced }: RolesChange): void => {
    draft.change({ recipients });
    if (!replaced) return;
    dispatch(editorActions.recipientReplaced({ from: fieldRoleOf(replaced.from), to: replaced.to ? fieldRoleOf(replaced.to) : null }));
  };
  const offersLibrary = useDeployment()?.libraryTemplates ?? false;
  return [
    {
      key: 'roles',
      text: t('roles.title'),
      content: <RolesPanel recipients={draft.recipients} error={draft.error ? errorText(draft.error) : undefined} onChange={onRoles} />,
    },
    {
      key: 'message',
      text: sending('message.title'),
      content: (
        <MessageForm
          name={draft.name}
          message={draft.message}
          nameError={draft.name.trim() ? undefined : sending('problem.no_title')}
          onName={(name) => draft.change({ name })}
          onMessage={(message) => draft.change({ message })}
        />
      ),
    },
    ...(profile ? [{ key: 'options', text: sending('options.title'), content: <TemplateOptions draft={draft} profile={profile} offersLibrary={offersLibrary} /> }] : []),
  ];
}

/** Options for all transactions created from the template, and who may use it. */
function TemplateOptions({ draft, profile, offersLibrary }: { draft: TemplateDraft; profile: Profile; offersLibrary: boolean }) {
  const plan = useOwnPlanFlags();
  const trustsOthers = useDeployment()?.trustsOthers ?? false;
  return (
    <>
      <OptionsForm
        options={draft.options}
        reminders={draft.message.reminders ?? null}
        flags={plan}
        trustsOthers={trustsOthers}
        onOptions={(options) => draft.change({ options })}
        onReminders={(reminders) => draft.change({ message: { ...draft.message, reminders } })}
      />
      {offersLibrary ? <LibraryForm isPublic={draft.public} recipients={draft.recipients} owner={profile} onChange={(isPublic) => draft.change({ public: isPublic })} /> : null}
    </>
  );
}
