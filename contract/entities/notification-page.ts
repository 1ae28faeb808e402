/** The page of the app that a notification leads to. */
import type { Notification } from '#contract/entities/notification.ts';
import { fillPath, routes } from '#contract/routes.ts';

type Body = NonNullable<Notification['source']['body']>;

const pages = {
  transaction: ({ id }: Body) => fillPath(routes.transaction, { id }),
  file: ({ id }: Body) => fillPath(routes.fileView, { ids: id }),
  template: ({ id }: Body) => fillPath(routes.template, { id }),
  bulk: ({ id }: Body) => fillPath(routes.bulk, { id }),
  organization: ({ id, inviteId }: Body) => (inviteId === null ? fillPath(routes.organization, { id }) : fillPath(routes.invite, { id: inviteId })),
} as const satisfies Record<Notification['source']['kind'], (body: Body) => string>;

/** Where access is given. */
const sharingPages = {
  transaction: ({ id }: Body) => fillPath(routes.transactionSharing, { id }),
  file: ({ id }: Body) => fillPath(routes.fileSharing, { id }),
  template: ({ id }: Body) => fillPath(routes.templateSharing, { id }),
};

/** The page that a notification leads to; null where there is nothing left to see. */
export function pageOfNotification({ message: { code }, source: { kind, body } }: Pick<Notification, 'message' | 'source'>): string | null {
  if (body === null) return null;
  if (code === 'access_requested' && kind in sharingPages) return sharingPages[kind as keyof typeof sharingPages](body);
  return pages[kind](body);
}
