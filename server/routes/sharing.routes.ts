import type { AccessRequestsService } from '#server/services/sharing/access-requests.service.ts';
import type { SharingService } from '#server/services/sharing/sharing.service.ts';
import type { Handlers } from './handler.ts';

type SharingCall = 'getShare' | 'share' | 'changeOwner' | 'stopSharing' | 'accessRequests' | 'requestAccess' | 'acceptAccess' | 'rejectAccess';

export interface SharingServices {
  sharing: SharingService;
  accessRequests: AccessRequestsService;
}

/** The eight sharing calls for one kind of resource. They have the same shape, which the type checker can't derive from their names. */
export function sharingRoutes<Kind extends 'files' | 'transactions' | 'templates'>(kind: Kind, { sharing, accessRequests }: SharingServices): Handlers<`${Kind}.${SharingCall}`> {
  const handlers: Handlers<`files.${SharingCall}`> = {
    'files.getShare': async ({ caller, params }) => ({ participants: await sharing.participants(caller, params.id) }),
    'files.share': async ({ caller, params, body }) => ({ participants: await sharing.share(caller, params.id, body) }),
    'files.changeOwner': async ({ caller, params, body }) => ({ participants: await sharing.changeOwner(caller, params.id, body) }),
    'files.stopSharing': async ({ caller, params, body }) => ({ participants: await sharing.stopSharing(caller, params.id, body.participants) }),
    'files.accessRequests': ({ caller, params }) => accessRequests.list(caller, params.id),
    'files.requestAccess': ({ caller, params }) => accessRequests.request(caller, params.id),
    'files.acceptAccess': ({ caller, params }) => accessRequests.accept(caller, params.id, params.requestId),
    'files.rejectAccess': ({ caller, params }) => accessRequests.reject(caller, params.id, params.requestId),
  };
  const named = Object.entries(handlers).map(([id, handle]) => [id.replace(/^files/, kind), handle]);
  return Object.fromEntries(named) as Handlers<`${Kind}.${SharingCall}`>;
}
