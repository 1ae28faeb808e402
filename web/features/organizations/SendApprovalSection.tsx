import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organization } from '#contract/entities/organization.ts';
import { sendApprovalScopes, sendApproverKinds, sendApproversOf, type SendApprovalSettings } from '#contract/entities/send-approval.ts';
import { errorText } from '#web/entities/error-text.ts';
import { updateOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { personName } from '#web/ui/initials.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Section, SectionActions, Stack } from '#web/ui/Section.tsx';
import { Select } from '#web/ui/Select.tsx';
import { notify } from '#web/ui/snackbar.ts';
import type { LoadedOrganization } from './use-organization.ts';

type PartProps = { organization: Organization } & Pick<LoadedOrganization, 'may'>;

/** Whether somebody has to be chosen first. */
const isUnfinished = ({ required, approvers, memberIds, teamId }: SendApprovalSettings): boolean =>
  required !== 'off' && ((approvers === 'members' && memberIds.length === 0) || (approvers === 'team' && teamId === null));

/** Whether somebody's requests would wait for nobody but themselves: then they can't be sent. */
function lacksSecondApprover(settings: SendApprovalSettings, { members, ownerId, teams }: Organization): boolean {
  const team = teams.find(({ id }) => id === settings.teamId);
  const active = members.filter(({ status }) => status === 'active').map(({ id, role }) => ({
    id, isAdministrator: role === 'admin' || id === ownerId, inTeam: team?.members.some((each) => each.id === id) ?? false,
  }));
  const [first, second] = sendApproversOf(settings, active);
  return first !== undefined && second === undefined && (settings.required === 'everybody' || !first.isAdministrator);
}

/** Whose requests go out only after approval, and who approves. */
export const SendApprovalSection = ({ organization, may }: PartProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [settings, setSettings] = useState(organization.sendApproval);
  const [tried, setTried] = useState(false);
  if (!may('update')) return null;
  const change = (changes: Partial<SendApprovalSettings>): void => setSettings((old) => ({ ...old, ...changes }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (isUnfinished(settings)) return;
    // Switched off, nobody needs to be chosen.
    const sendApproval: SendApprovalSettings = settings.required === 'off' ? { required: 'off', approvers: 'administrators', memberIds: [], teamId: null } : settings;
    if (await act.run(() => dispatch(updateOrganization({ id: organization.id, sendApproval })).unwrap())) notify(t('saved'), { id: 'organization' });
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Section title={t('sendApproval.title')} text={t('sendApproval.text')}>
        <Stack>
          <RadioGroup
            label={t('sendApproval.required')}
            options={sendApprovalScopes.map((key) => ({ key, text: t(`sendApproval.scope.${key}`) }))}
            value={settings.required}
            onChange={(required) => change({ required })}
          />
          {settings.required === 'off' ? null : <Approvers organization={organization} settings={settings} tried={tried} onChange={change} />}
          {settings.required !== 'off' && !isUnfinished(settings) && lacksSecondApprover(settings, organization) ? <Banner meaning="attention">{t('sendApproval.alone')}</Banner> : null}
          {settings.required === 'off' && organization.sendApproval.required !== 'off' ? <p>{t('sendApproval.ends')}</p> : null}
          {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
          <SectionActions>
            <Button type="submit" isPending={act.busy}>{t('sendApproval.save')}</Button>
          </SectionActions>
        </Stack>
      </Section>
    </form>
  );
};

interface ApproversProps {
  organization: Organization;
  settings: SendApprovalSettings;
  tried: boolean;
  onChange: (changes: Partial<SendApprovalSettings>) => void;
}

const Approvers = ({ organization: { members, teams }, settings: { approvers, memberIds, teamId }, tried, onChange }: ApproversProps) => {
  const { t } = useTranslation('organizations');
  const kinds = sendApproverKinds.filter((kind) => kind !== 'team' || teams.length > 0);
  return (
    <>
      <RadioGroup
        label={t('sendApproval.approvers')}
        help={t('sendApproval.approversHelp')}
        options={kinds.map((key) => ({ key, text: t(`sendApproval.kind.${key}`) }))}
        value={approvers}
        onChange={(kind) => onChange({ approvers: kind })}
      />
      {approvers === 'members' ? (
        <div role="group" aria-label={t('sendApproval.members')}>
          <Stack>
            <p aria-hidden="true">{t('sendApproval.members')}</p>
            {members.filter(({ status }) => status === 'active').map((each) => (
              <Checkbox
                key={each.id}
                isSelected={memberIds.includes(each.id)}
                help={each.email ?? undefined}
                onChange={(on) => onChange({ memberIds: on ? [...memberIds, each.id] : memberIds.filter((id) => id !== each.id) })}
              >
                {personName(each)}
              </Checkbox>
            ))}
            {tried && memberIds.length === 0 ? <Banner meaning="negative">{t('sendApproval.choose')}</Banner> : null}
          </Stack>
        </div>
      ) : null}
      {approvers === 'team' ? (
        <Select
          label={t('sendApproval.team')}
          options={teams.map(({ id, name }) => ({ key: id, text: name }))}
          value={teamId}
          placeholder={t('sendApproval.choose')}
          error={tried && teamId === null ? t('sendApproval.choose') : undefined}
          onChange={(id) => onChange({ teamId: id })}
        />
      ) : null}
    </>
  );
};
