import { ownRoutes, routes } from '#contract/routes.ts';

type FrameArea = 'transactions' | 'templates' | 'files' | 'profile';

/** Screens of a single resource belong to the area of its list. */
const routesOf: Readonly<Record<FrameArea, readonly string[]>> = {
  transactions: [routes.transactions, routes.transaction, routes.bulk, ownRoutes.sendApprovals],
  templates: [routes.templates, routes.template, routes.library],
  files: [routes.files, routes.file, routes.document, routes.upload],
  profile: [
    routes.profile, routes.signatures, routes.initials, routes.photos, routes.applications, routes.notifications, routes.billing,
    routes.organizationNew, routes.organization, ownRoutes.contacts,
  ],
};

const firstPart = (path: string): string => path.split('/')[1] ?? '';

const areas = new Map(Object.entries(routesOf).flatMap(([area, paths]) => paths.map((path) => [firstPart(path), area as FrameArea] as const)));

/** The navigation area of a path. */
export const areaOf = (path: string): FrameArea | undefined => areas.get(firstPart(path));
