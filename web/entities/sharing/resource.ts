import { fillPath, routes } from '#contract/routes.ts';

/** Kinds of resources that can be shared and have an activity history. */
export type SharedKind = 'file' | 'transaction' | 'template';

export interface Resource {
  readonly kind: SharedKind;
  readonly id: string;
}

export const keyOfResource = ({ kind, id }: Resource): string => `${kind}/${id}`;

/** Returns the routes of a resource: page, sharing, activity history, list. */
export function pathsOf({ kind, id }: Resource): { view: string; sharing: string; insights: string; list: string } {
  if (kind === 'template') {
    return {
      view: fillPath(routes.template, { id }),
      sharing: fillPath(routes.templateSharing, { id }),
      insights: fillPath(routes.templateInsights, { id }),
      list: routes.templates,
    };
  }
  if (kind === 'file') {
    return {
      view: fillPath(routes.fileView, { ids: id }),
      sharing: fillPath(routes.fileSharing, { id }),
      insights: fillPath(routes.fileInsights, { id }),
      list: routes.files,
    };
  }
  return {
    view: fillPath(routes.transaction, { id }),
    sharing: fillPath(routes.transactionSharing, { id }),
    insights: fillPath(routes.transactionInsights, { id }),
    list: routes.transactions,
  };
}

/** The API calls of each kind: the same eight operations. */
export const callsOf = {
  file: {
    getShare: 'files.getShare', share: 'files.share', changeOwner: 'files.changeOwner', stopSharing: 'files.stopSharing',
    accessRequests: 'files.accessRequests', requestAccess: 'files.requestAccess', acceptAccess: 'files.acceptAccess',
    rejectAccess: 'files.rejectAccess', insights: 'files.insights',
  },
  transaction: {
    getShare: 'transactions.getShare', share: 'transactions.share', changeOwner: 'transactions.changeOwner',
    stopSharing: 'transactions.stopSharing', accessRequests: 'transactions.accessRequests',
    requestAccess: 'transactions.requestAccess', acceptAccess: 'transactions.acceptAccess',
    rejectAccess: 'transactions.rejectAccess', insights: 'transactions.insights',
  },
  template: {
    getShare: 'templates.getShare', share: 'templates.share', changeOwner: 'templates.changeOwner', stopSharing: 'templates.stopSharing',
    accessRequests: 'templates.accessRequests', requestAccess: 'templates.requestAccess', acceptAccess: 'templates.acceptAccess',
    rejectAccess: 'templates.rejectAccess', insights: 'templates.insights',
  },
} as const;
