/**
 * Sharing and access requests: the same eight calls for files, transactions and templates.
 *
 *     const sharing = sharingCalls('files', 'file');
 *     sharing.getShare.path // '/files/{id}/share'
 */
import { defineCall, type CallDefinition } from '#contract/calls/define.ts';
import type { ErrorCode } from '#contract/errors.ts';
import {
  accessRequest, accessRequests, changeOwnerBody, participants, shareBody, stopSharingBody, type ResourceKind,
} from '#contract/entities/sharing.ts';

type Prefix = 'files' | 'transactions' | 'templates';
const requestErrors: readonly ErrorCode[] = ['not_found', 'conflict'];

export function sharingCalls<const P extends Prefix, const Resource extends ResourceKind>(prefix: P, resource: Resource) {
  const host = 'api';
  const share = `/${prefix}/{id}/share` as const;
  const access = `/${prefix}/{id}/access_request` as const;
  const allowed = <const Action extends 'readSharing' | 'share' | 'changeOwner' | 'stopSharing'>(action: Action): CallDefinition['permission'] => ({ resource, action });
  return {
    getShare: defineCall({
      id: `${prefix}.getShare` as const, method: 'GET', path: share, host, permission: allowed('readSharing'), response: participants,
    }),
    /** People who already have access keep it and get no second message. */
    share: defineCall({
      id: `${prefix}.share` as const, method: 'POST', path: share, host, permission: allowed('share'), body: shareBody, response: participants,
      errors: ['match_user', 'fields_empty', 'limit_exceeded'],
    }),
    changeOwner: defineCall({
      id: `${prefix}.changeOwner` as const, method: 'PUT', path: share, host, permission: allowed('changeOwner'), body: changeOwnerBody,
      response: participants, errors: ['match_user', 'reason_too_large', 'storage_exceeded'],
    }),
    /** The owner may remove anyone; others only themselves, and get an empty list. */
    stopSharing: defineCall({
      id: `${prefix}.stopSharing` as const, method: 'DELETE', path: share, host, permission: allowed('stopSharing'), body: stopSharingBody,
      response: participants,
    }),
    accessRequests: defineCall({
      id: `${prefix}.accessRequests` as const, method: 'GET', path: access, host, permission: 'self', response: accessRequests, errors: ['not_found'],
    }),
    requestAccess: defineCall({
      id: `${prefix}.requestAccess` as const, method: 'POST', path: access, host, permission: 'self',
      response: accessRequest, errors: [...requestErrors, 'too_many_requests'],
    }),
    acceptAccess: defineCall({
      id: `${prefix}.acceptAccess` as const, method: 'GET', path: `${access}/{requestId}/accept` as const, host, permission: allowed('share'),
      response: accessRequest, errors: requestErrors,
    }),
    rejectAccess: defineCall({
      id: `${prefix}.rejectAccess` as const, method: 'GET', path: `${access}/{requestId}/reject` as const, host, permission: allowed('share'),
      response: accessRequest, errors: requestErrors,
    }),
  };
}
