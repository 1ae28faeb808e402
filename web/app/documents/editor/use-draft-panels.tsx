import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
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
import { fieldRecipientOf } from './editor-people.ts';
import type { Draft } from './use-draft.ts';

const noTeams: readonly never[] = [];

/** Panels of a draft: people, message and options. */
export function useDraftPanels(draft: Draft, profile: Profile, plan: PlanFlags | null, onSignAlone: (() => Promise<void>) | null) {
  const { t } = useTranslation('sending');
  const { t: people } = useTranslation('recipients');
  return [
    { key: 'people', text: t('people'), title: people('title'), content: <People draft={draft} profile={profile} plan={plan} onSignAlone={onSignAlone} /> },
    { key: 'message', text: t('message.title'), content: <Message draft={draft} /> },
    { key: 'options', text: t('options.title'), content: <Options draft={draft} plan={plan} /> },
  ];
}

interface PeopleProps {
  draft: Draft;
  profile: Profile;
  plan: PlanFlags | null;
  onSignAlone: (() => Promise<void>) | null;
}

function People({ draft, profile, plan, onSignAlone }: PeopleProps) {
  const dispatch = useAppDispatch();
  const { email, phone, firstName, lastName } = profile;
  const orgId = useAppSelector(selectOrgId) ?? '';
  const teams = useAppSelector((state) => selectOrganization(state, orgId))?.teams ?? noTeams;
  const onChange = ({ recipients, cc, replaced }: PeopleChange): void => {
    draft.change({ recipients, cc });
    if (!replaced) return;
    const to = replaced.to ? fieldRecipientOf(replaced.to) : null;
    dispatch(editorActions.recipientReplaced({ from: fieldRecipientOf(replaced.from), to }));
  };
  return (
    <RecipientsPanel
      recipients={draft.recipients}
      cc={draft.cc}
      owner={{ email, phone, firstName, lastName }}
      flags={plan}
      teams={teams}
      error={draft.error ? errorText(draft.error) : undefined}
      onChange={onChange}
      onSignAlone={onSignAlone ? () => void onSignAlone() : null}
    />
  );
}

function Message({ draft }: { draft: Draft }) {
  const { t } = useTranslation('sending');
  return (
    <MessageForm
      name={draft.name}
      message={draft.message}
      nameError={draft.name.trim() ? undefined : t('problem.no_title')}
      onName={(name) => draft.change({ name })}
      onMessage={(message) => draft.change({ message })}
    />
  );
}

function Options({ draft, plan }: { draft: Draft; plan: PlanFlags | null }) {
  const deployment = useDeployment();
  return (
    <OptionsForm
      trustsOthers={deployment?.trustsOthers ?? false}
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
