import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { MessageForm } from '#web/features/sending/MessageForm.tsx';
import type { RolesChange } from '#web/features/templates/RolesPanel.tsx';
import { RolesPanel } from '#web/features/templates/RolesPanel.tsx';
import { fieldRoleOf } from './editor-people.ts';
import type { TemplateDraft } from './use-template-draft.ts';

/** What belongs to a template beside its documents: its roles, and the message. */
export function useTemplatePanels(draft: TemplateDraft) {
  const { t } = useTranslation('templates');
  const { t: sending } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const onRoles = ({ recipients, replaced }: RolesChange): void => {
    draft.change({ recipients });
    if (!replaced) return;
    dispatch(editorActions.recipientReplaced({ from: fieldRoleOf(replaced.from), to: replaced.to ? fieldRoleOf(replaced.to) : null }));
  };
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
  ];
}
