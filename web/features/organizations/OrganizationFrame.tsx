import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatch, useNavigate } from 'react-router-dom';
import type { Organization } from '#contract/entities/organization.ts';
import { fillPath, ownRoutes, routerPath, routes } from '#contract/routes.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectOrgId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { PartLinks } from '#web/ui/PartLinks.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import type { LoadedOrganization } from './use-organization.ts';
import { useOrganization } from './use-organization.ts';

const parts = [
  { part: 'settings', path: routes.organization },
  { part: 'members', path: routes.organizationMembers },
  { part: 'teams', path: routes.organizationTeams },
  { part: 'activity', path: ownRoutes.organizationActivity },
  { part: 'billing', path: routes.organizationBilling },
] as const;

interface OrganizationFrameProps {
  /** Renders one part once the organization is loaded. */
  children: (organization: Organization, loaded: LoadedOrganization) => ReactNode;
}

/** The parts of an organization under its name. */
export const OrganizationFrame = ({ children }: OrganizationFrameProps) => {
  const { t } = useTranslation('organizations');
  const loaded = useOrganization();
  // A single team has its own route, which also belongs to the teams part.
  const isTeam = useMatch(routerPath(routes.team)) !== null;
  const deployment = useDeployment();
  const { organization, error } = loaded;
  if (error) {
    return (
      <EmptyState level={1} icon={CircleAlert} title={t('notFound')} actions={<Button onPress={loaded.retry}>{t('tryAgain')}</Button>}>
        {errorText(error, t('failed'))}
      </EmptyState>
    );
  }
  if (!organization) return <Page title={t('title')}><Skeleton height="320px" /></Page>;
  const isShown = { billing: deployment?.billing && loaded.may('bill'), activity: loaded.may('readActivity') };
  const shown = parts.filter(({ part }) => (part !== 'billing' && part !== 'activity') || isShown[part]);
  return (
    <Page title={organization.name} actions={<WorkHere id={organization.id} />}>
      <PartLinks label={t('parts')} parts={shown.map(({ part, path }) => ({ to: fillPath(path, { id: organization.id }), text: t(`part.${part}`), end: part === 'settings', isHere: isTeam && part === 'teams' }))} />
      {children(organization, loaded)}
    </Page>
  );
};

/** Shows that the person works in the organization, or lets them switch to it. */
const WorkHere = ({ id }: { id: string }) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const chosen = useAppSelector(selectOrgId);
  if (chosen === id) return <StatusText meaning="success">{t('workingHere')}</StatusText>;
  const enter = async (): Promise<void> => {
    await navigate(routes.transactions);
    await dispatch(switchSpace(id));
  };
  return <Button onPress={() => void enter()}>{t('workHere')}</Button>;
};
