import { useTranslation } from 'react-i18next';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { MessageForm } from '#web/features/sending/MessageForm.tsx';
import { OptionsForm } from '#web/features/sending/OptionsForm.tsx';
import { LibraryForm } from '#web/features/templates/LibraryForm.tsx';
import { LocksForm } from '#web/features/templates/LocksForm.tsx';
import type { RolesChange } from '#web/features/templates/RolesPanel.tsx';
import { RolesPanel } from '#web/features/templates/RolesPanel.tsx';
import { fieldRoleOf, rolePeopleOf } from '../editor/editor-people.ts';
import type { TemplateDraft } from '../editor/use-draft.ts';
import { useFieldsLeft } from '../editor/use-fields-left.tsx';

/** Panels of a template: roles, message and options. */
export function useTemplatePanels(draft: TemplateDraft, profile: Profile | null, files: readonly FileMeta[]) {
  const { t } = useTranslation('templates');
  const { t: sending } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const { shown } = useRoleNames();
  const { leave, question } = useFieldsLeft(files);
  const onRoles = ({ recipients, replaced, leavesFields = false }: RolesChange): void => {
    const apply = (): void => draft.change({ recipients });
    if (replaced && leavesFields) {
      const { from } = replaced;
      const left = recipients.filter((each) => each !== replaced.to);
      void leave({ name: shown(from.role ?? ''), recipient: fieldRoleOf(from), heirs: rolePeopleOf(left), apply });
      return;
    }
    apply();
    if (!replaced) return;
    dispatch(editorActions.recipientReplaced({ from: fieldRoleOf(replaced.from), to: replaced.to ? fieldRoleOf(replaced.to) : null }));
  };
  const offersLibrary = useDeployment()?.libraryTemplates ?? false;
  return [
    {
      key: 'roles',
      text: t('roles.title'),
      content: (
        <>
          <RolesPanel recipients={draft.recipients} error={draft.error ? errorText(draft.error) : undefined} onChange={onRoles} />
          {question}
        </>
      ),
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
      <LocksForm locked={draft.lockedParts} onChange={(lockedParts) => draft.change({ lockedParts })} />
      {offersLibrary ? <LibraryForm isPublic={draft.public} recipients={draft.recipients} owner={profile} onChange={(isPublic) => draft.change({ public: isPublic })} /> : null}
    </>
  );
}
