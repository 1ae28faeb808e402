import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { counts } from '#contract/limits/counts.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { OrganizationFrame } from './OrganizationFrame.tsx';

/** /organization/{id}/teams: groups of members, who get copies together. */
const TeamsScreen = () => {
  const { t } = useTranslation('organizations');
  return (
    <OrganizationFrame>
      {({ id, teams }, { may }) => {
        const add =
          may('manageTeams') && teams.length < counts.teams ? (
            <LinkButton look="primary" to={fillPath(routes.teamNew, { orgId: id })}>
              {t('team.new')}
            </LinkButton>
          ) : null;
        if (teams.length === 0) {
          return (
            <EmptyState icon={Users} title={t('team.empty')} actions={add}>
              {t('team.emptyHow')}
            </EmptyState>
          );
        }
        return (
          <Section title={t('team.count', { count: teams.length })} actions={add}>
            <ItemList label={t('part.teams')}>
              {teams.map((team) => (
                <Item
                  key={team.id}
                  sign={<Icon of={Users} size={24} />}
                  title={<Link to={fillPath(routes.team, { orgId: id, id: team.id })}>{team.name}</Link>}
                  detail={team.description}
                  state={t('team.members', { count: team.members.length })}
                />
              ))}
            </ItemList>
          </Section>
        );
      }}
    </OrganizationFrame>
  );
};

export default TeamsScreen;
