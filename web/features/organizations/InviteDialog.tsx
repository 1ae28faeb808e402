import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemberRole, Organization } from '#contract/entities/organization.ts';
import { memberRoles } from '#contract/entities/organization.ts';
import { errorText } from '#web/entities/error-text.ts';
import { inviteMembers } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Select } from '#web/ui/Select.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import type { InviteProblem } from './invite-addresses.ts';
import { addressesIn, invitationProblem } from './invite-addresses.ts';

const NO_TEAM = 'none';

interface InviteDialogProps {
  organization: Organization;
  onClose: () => void;
}

const errorOf = (problem: InviteProblem, t: (key: 'invite.missing' | 'invite.many') => string, wrong: (addresses: string) => string): string => {
  if (problem.kind === 'wrong') return wrong(problem.addresses.join(', '));
  return t(problem.kind === 'missing' ? 'invite.missing' : 'invite.many');
};

/** Invites one or more people. */
export const InviteDialog = ({ organization, onClose }: InviteDialogProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [text, setText] = useState('');
  const [role, setRole] = useState<MemberRole>('participant');
  const [teamId, setTeamId] = useState(NO_TEAM);
  const [tried, setTried] = useState(false);
  const addresses = addressesIn(text);
  const problem = invitationProblem(addresses);
  const submit = async (): Promise<void> => {
    setTried(true);
    if (problem) return;
    const members = addresses.map((email) => ({ email, role }));
    const done = await act.run(() => dispatch(inviteMembers({ id: organization.id, members, teamId: teamId === NO_TEAM ? null : teamId })).unwrap());
    if (!done) return;
    notify(t('invite.done', { count: members.length }));
    onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t('invite.open')}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('invite.send')}
      isPending={act.busy}
      onSubmit={() => void submit()}
    >
      <TextArea
        autoFocus
        rows={3}
        label={t('invite.addresses')}
        help={t('invite.help')}
        value={text}
        onChange={setText}
        error={tried && problem ? errorOf(problem, t, (wrong) => t('invite.wrong', { addresses: wrong })) : undefined}
      />
      <RadioGroup<MemberRole>
        label={t('invite.role')}
        options={memberRoles.map((key) => ({ key, text: t(`role.${key}`), description: t(`roleText.${key}`) }))}
        value={role}
        onChange={setRole}
      />
      {organization.teams.length > 0 ? (
        <Select
          label={t('invite.team')}
          options={[{ key: NO_TEAM, text: t('invite.noTeam') }, ...organization.teams.map(({ id, name }) => ({ key: id, text: name }))]}
          value={teamId}
          onChange={setTeamId}
        />
      ) : null}
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};
