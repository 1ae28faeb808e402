import { useTranslation } from 'react-i18next';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectOrganization } from '#web/entities/organizations/organizations.slice.ts';
import { selectOrgId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { PeopleChange } from '#web/features/recipients/RecipientsPanel.tsx';
import { RecipientsPanel } from '#web/features/recipients/RecipientsPanel.tsx';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { MessageForm } from '#web/features/sending/MessageForm.tsx';
import { OptionsForm } from '#web/features/sending/OptionsForm.tsx';
import { personName } from '#web/ui/initials.ts';
import { fieldRecipientOf, peopleOf } from './editor-people.ts';
import type { Draft } from './use-draft.ts';
import { useFieldsLeft } from './use-fields-left.tsx';
import { useLocks } from './use-locks.ts';

const noTeams: readonly never[] = [];
const none: readonly string[] = [];

/** Panels of a draft: people, message and options. */
export function useDraftPanels({ locks, draft, profile, plan, files, onSignAlone }: PeopleProps) {
  const { t } = useTranslation('sending');
  const { t: people } = useTranslation('recipients');
  const lockOf = useLocks(locks);
  return [
    { key: 'people', text: t('people'), title: people('title'), content: <People locks={locks} draft={draft} profile={profile} plan={plan} files={files} onSignAlone={onSignAlone} /> },
    { key: 'message', text: t('message.title'), content: <Message draft={draft} lock={lockOf('message')} /> },
    { key: 'options', text: t('options.title'), content: <Options draft={draft} plan={plan} files={files} lock={lockOf('options')} /> },
  ];
}

/** Why what needs PDFs can't be chosen; null if all documents are PDFs. */
const notForPages = (files: readonly FileMeta[]): string | null => (files.some(isPage) ? errorText({ code: 'sign_not_pdf' }) : null);

interface PeopleProps extends Pick<Transaction, 'locks'> {
  draft: Draft;
  profile: Profile;
  plan: PlanFlags | null;
  files: readonly FileMeta[];
  onSignAlone: (() => Promise<void>) | null;
}

function People({ locks, draft, profile, plan, files, onSignAlone }: PeopleProps) {
  const dispatch = useAppDispatch();
  const { email, phone, firstName, lastName } = profile;
  const orgId = useAppSelector(selectOrgId) ?? '';
  const teams = useAppSelector((state) => selectOrganization(state, orgId))?.teams ?? noTeams;
  const { leave, question } = useFieldsLeft(files);
  const onChange = ({ recipients, cc, replaced, leavesFields = false }: PeopleChange): void => {
    const apply = (): void => draft.change({ recipients, cc });
    if (replaced && leavesFields) {
      const { from } = replaced;
      void leave({ name: personName(from), recipient: fieldRecipientOf(from), heirs: peopleOf(recipients), apply });
      return;
    }
    apply();
    if (!replaced) return;
    const to = replaced.to ? fieldRecipientOf(replaced.to) : null;
    dispatch(editorActions.recipientReplaced({ from: fieldRecipientOf(replaced.from), to }));
  };
  const lockOf = useLocks(locks);
  return (
    <>
      <RecipientsPanel
        peopleLock={lockOf('people')}
        orderLock={lockOf('order')}
        fixedRoles={locks?.parts.includes('people') ? locks.fixedRoles : none}
        recipients={draft.recipients}
        cc={draft.cc}
        owner={{ email, phone, firstName, lastName }}
        notForPages={notForPages(files)}
        flags={plan}
        teams={teams}
        error={draft.error ? errorText(draft.error) : undefined}
        onChange={onChange}
        onSignAlone={onSignAlone ? () => void onSignAlone() : null}
      />
      {question}
    </>
  );
}

function Message({ draft, lock }: { draft: Draft; lock: string | null }) {
  const { t } = useTranslation('sending');
  return (
    <MessageForm
      name={draft.name}
      lock={lock}
      message={draft.message}
      nameError={draft.name.trim() ? undefined : t('problem.no_title')}
      onName={(name) => draft.change({ name })}
      onMessage={(message) => draft.change({ message })}
    />
  );
}

function Options({ draft, plan, files, lock }: Pick<PeopleProps, 'draft' | 'plan' | 'files'> & { lock: string | null }) {
  const deployment = useDeployment();
  return (
    <OptionsForm
      trustsOthers={deployment?.trustsOthers ?? false}
      lock={lock}
      notForPages={notForPages(files)}
      options={draft.options}
      expiresAt={draft.expiresAt}
      flags={plan}
      reminders={draft.message.reminders ?? null}
      onReminders={(reminders) => draft.change({ message: { ...draft.message, reminders } })}
      onOptions={(options) => draft.change({ options })}
      onExpiresAt={(expiresAt) => draft.change({ expiresAt })}
    />
  );
}
