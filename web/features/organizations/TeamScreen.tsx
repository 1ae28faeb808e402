import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import type { Organization, Team } from '#contract/entities/organization.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { mayWithTeam } from '#contract/permissions/organization.permissions.ts';
import { fillPath, ownRoutes, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { createTeam, deleteTeam, fetchOrganization, leaveTeam, updateTeam } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SectionActions, Section, Stack } from '#web/ui/Section.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { OrganizationFrame } from './OrganizationFrame.tsx';
import { changesOf } from './team-changes.ts';
import type { LoadedOrganization } from './use-organization.ts';

/** /organization/{orgId}/team/{id} and /organization/{orgId}/teams/new: name and members of a team. */
const TeamScreen = () => {
  const { t } = useTranslation('organizations');
  const { id } = useParams();
  return (
    <OrganizationFrame>
      {(organization, loaded) => {
        const team = organization.teams.find((each) => each.id === id);
        if (id && !team) {
          const back = <LinkButton to={fillPath(routes.organizationTeams, { id: organization.id })}>{t('team.back')}</LinkButton>;
          return <EmptyState title={t('team.notFound')} actions={back} />;
        }
        return <TeamForm key={id ?? 'new'} organization={organization} team={team ?? null} loaded={loaded} />;
      }}
    </OrganizationFrame>
  );
};

interface TeamFormProps {
  organization: Organization;
  team: Team | null;
  loaded: LoadedOrganization;
}

/** Returns the person's permissions for the team, by the same table as on the server. */
function rightsIn({ organization, team, loaded }: TeamFormProps) {
  const membership = organization.members.find(({ id }) => id === loaded.userId) ?? null;
  const view = { organization: { ...organization, membership }, inTeam: team?.members.some(({ id }) => id === loaded.userId) ?? false };
  return {
    write: team ? mayWithTeam(view, loaded.userId, 'update') : loaded.may('manageTeams'),
    remove: team !== null && mayWithTeam(view, loaded.userId, 'delete'),
    leave: team !== null && mayWithTeam(view, loaded.userId, 'leave'),
  };
}

const TeamForm = (props: TeamFormProps) => {
  const { organization, team, loaded } = props;
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const act = useAsyncAction();
  const may = rightsIn(props);
  const [name, setName] = useState(team?.name ?? '');
  const [description, setDescription] = useState(team?.description ?? '');
  const [chosen, setChosen] = useState<readonly string[]>(team?.members.map(({ id }) => id) ?? []);
  const [tried, setTried] = useState(false);
  const [opened] = useState(team);
  const list = fillPath(routes.organizationTeams, { id: organization.id });
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === '') return;
    const orgId = organization.id;
    const values = { name: name.trim(), description: description.trim() || null, memberIds: [...chosen] };
    const update = async (known: Team) => {
      const now = (await dispatch(fetchOrganization({ id: orgId })).unwrap()).teams.find(({ id }) => id === known.id) ?? known;
      return dispatch(updateTeam({ orgId, teamId: known.id, ...changesOf(opened ?? known, values, now) })).unwrap();
    };
    const done = await act.run(() => (team ? update(team) : dispatch(createTeam({ orgId, ...values })).unwrap()));
    if (done) await navigate(list);
  };
  return (
    <>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack>
          <TextField
            autoFocus={team === null}
            label={t('team.name')}
            maxLength={lengths.fullName}
            isDisabled={!may.write}
            value={name}
            onChange={setName}
            error={tried && name.trim() === '' ? t('team.nameMissing') : undefined}
          />
          <TextArea label={t('team.description')} hint={t('optional')} rows={2} maxLength={lengths.title} isDisabled={!may.write} value={description} onChange={setDescription} />
          <Section title={t('team.people')}>
            <Stack>
              {organization.members
                .filter(({ status }) => status === 'active')
                .map((member) => (
                  <Checkbox
                    key={member.id}
                    isDisabled={!may.write}
                    isSelected={chosen.includes(member.id)}
                    onChange={(on) => setChosen((old) => (on ? [...old, member.id] : old.filter((each) => each !== member.id)))}
                    help={member.email ?? undefined}
                  >
                    {personName(member)}
                  </Checkbox>
                ))}
            </Stack>
          </Section>
          {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
          <SectionActions>
            {may.write ? (
              <Button look="primary" type="submit" isPending={act.busy}>
                {t(team ? 'save' : 'team.create')}
              </Button>
            ) : null}
            {team && loaded.may('readActivity') ? <LinkButton to={`${fillPath(ownRoutes.organizationActivity, { id: organization.id })}?team=${team.id}`}>{t('activity.ofTeam')}</LinkButton> : null}
            <LinkButton to={list}>{t('team.back')}</LinkButton>
          </SectionActions>
        </Stack>
      </form>
      {team ? <TeamEnd team={team} may={may} onDone={() => void navigate(list)} /> : null}
    </>
  );
};

/** A manager deletes the team; others leave it. */
const TeamEnd = ({ team, may, onDone }: { team: Team; may: ReturnType<typeof rightsIn>; onDone: () => void }) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [asking, setAsking] = useState<'delete' | 'leave' | null>(null);
  const { orgId, id: teamId } = team;
  const run = async (): Promise<void> => {
    const done = await act.run(() => (asking === 'delete' ? dispatch(deleteTeam({ orgId, teamId })).unwrap() : dispatch(leaveTeam({ orgId, teamId })).unwrap()));
    if (done) onDone();
  };
  if (!may.remove && !may.leave) return null;
  return (
    <SectionActions>
      {may.leave ? <Button look="quiet" onPress={() => setAsking('leave')}>{t('team.leave')}</Button> : null}
      {may.remove ? <Button look="quiet" onPress={() => setAsking('delete')}>{t('team.delete')}</Button> : null}
      {asking ? (
        <ConfirmDialog
          isOpen
          negative
          onClose={() => setAsking(null)}
          onConfirm={() => void run()}
          isPending={act.busy}
          title={t(`team.${asking}Title`, { name: team.name })}
          confirmText={t(`team.${asking}`)}
          cancelText={t('cancel')}
          error={act.error ? errorText(act.error, t('failed')) : undefined}
        >
          {t(`team.${asking}Text`)}
        </ConfirmDialog>
      ) : null}
    </SectionActions>
  );
};

export default TeamScreen;
