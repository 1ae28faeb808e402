import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { ownRoutes, routes } from '#contract/routes.ts';

type Area = 'profile' | 'notifications' | 'signatures' | 'initials' | 'photos' | 'contacts' | 'sessions' | 'applications' | 'integrations' | 'billing';

interface AccountArea {
  area: Area;
  path: string;
  /** Feature of the installation that it needs. */
  offered?: keyof Pick<Deployment, 'integrations' | 'billing'>;
}

/** The areas of the settings of a person. */
const accountAreas: readonly AccountArea[] = [
  { area: 'profile', path: routes.profile },
  { area: 'notifications', path: routes.notifications },
  { area: 'signatures', path: routes.signatures },
  { area: 'initials', path: routes.initials },
  { area: 'photos', path: routes.photos },
  { area: 'contacts', path: ownRoutes.contacts },
  { area: 'sessions', path: ownRoutes.sessions },
  { area: 'applications', path: routes.applications },
  { area: 'integrations', path: routes.integrations, offered: 'integrations' },
  { area: 'billing', path: routes.billing, offered: 'billing' },
];

export const areasIn = (deployment: Deployment | null): readonly AccountArea[] => accountAreas.filter(({ offered }) => offered === undefined || deployment?.[offered]);
