/**
 * Checks of who a recipient is. Calls of our own: the specification names states and events, not calls.
 *
 * Recipient: `begin` → for each picture `uploadUrl` and PUT → `submit`. The pictures may come from a telephone, by the
 * ticket of `ticket` (shown as a QR code) or `sendSms`. A third party is visited at the `url` of the check. Sender: `approve`
 * or `reject`. Both: `list`, asked again while `capturing`.
 */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId, phone } from '#contract/entities/common.ts';
import { sent } from '#contract/entities/delivery.ts';
import { identityCheck, identityPictureMimes, identityPictures } from '#contract/entities/identity-check.ts';
import { lengths } from '#contract/limits.ts';

const ticketQuery = z.object({ ticket: z.string().min(1).max(200).optional() });
/** Whose check: one's own, or that of somebody who signs in person here. */
const who = z.object({ byUser: objectId.nullish() });
const read = { resource: 'transaction', act: 'read' } as const;
const decide = { resource: 'transaction', act: 'approveIdentity' } as const;
const shared = { host: 'api', ours: true } as const;

export const identityChecksCalls = {
  'identityChecks.list': defineCall({
    ...shared, id: 'identityChecks.list', method: 'GET', path: '/transactions/{id}/identity', auth: 'identityTicket', permission: read,
    query: ticketQuery,
    response: z.object({ checks: z.array(identityCheck) }),
  }),
  /** Repeated while a check is under way or passed, it changes nothing; after one that failed it begins anew. */
  'identityChecks.begin': defineCall({
    ...shared, id: 'identityChecks.begin', method: 'POST', path: '/transactions/{id}/identity', permission: read, body: who.prefault({}),
    response: identityCheck, errors: ['sign_conditions_not_accepted', 'service_partner_error', 'feature_not_supported'],
  }),
  'identityChecks.uploadUrl': defineCall({
    ...shared, id: 'identityChecks.uploadUrl', method: 'POST', path: '/transactions/{id}/identity/upload_url', auth: 'identityTicket', permission: read,
    query: ticketQuery, body: who.extend({ kind: z.enum(identityPictures), mimeType: z.enum(identityPictureMimes) }),
    response: z.object({ url: z.string(), imageRef: z.string() }), errors: ['sign_conditions_not_accepted', 'storage_exceeded'],
  }),
  /** Hands in pictures, all of them or some: the check goes on when none is missing. */
  'identityChecks.submit': defineCall({
    ...shared, id: 'identityChecks.submit', method: 'POST', path: '/transactions/{id}/identity/submit', auth: 'identityTicket', permission: read,
    query: ticketQuery,
    body: who.extend({ evidence: z.array(z.object({ kind: z.enum(identityPictures), imageRef: z.string().min(1).max(128) })).min(1).max(identityPictures.length) }),
    response: identityCheck, errors: ['sign_conditions_not_accepted', 'file_body_missing'],
  }),
  /** What a telephone takes the pictures with; `link` is for a QR code. */
  'identityChecks.ticket': defineCall({
    ...shared, id: 'identityChecks.ticket', method: 'POST', path: '/transactions/{id}/identity/ticket', permission: read, body: who.prefault({}),
    response: z.object({ ticket: z.string(), link: z.string(), expiresAt: z.iso.datetime() }),
    errors: ['sign_conditions_not_accepted', 'feature_not_supported', 'too_many_requests'],
  }),
  'identityChecks.sendSms': defineCall({
    ...shared, id: 'identityChecks.sendSms', method: 'POST', path: '/transactions/{id}/identity/send_sms', permission: read, body: who.extend({ phone }),
    response: sent, errors: ['sign_conditions_not_accepted', 'feature_not_supported', 'too_many_requests', 'unable_to_send_sms'],
  }),
  'identityChecks.cancel': defineCall({
    ...shared, id: 'identityChecks.cancel', method: 'POST', path: '/transactions/{id}/identity/cancel', permission: read, body: who.prefault({}),
    response: identityCheck, errors: ['sign_conditions_not_accepted'],
  }),
  'identityChecks.approve': defineCall({
    ...shared, id: 'identityChecks.approve', method: 'POST', path: '/transactions/{id}/identity/approve', permission: decide,
    body: z.object({ recipientId: objectId }), response: identityCheck, errors: ['invalid_signer_id', 'not_ready', 'conflict'],
  }),
  'identityChecks.reject': defineCall({
    ...shared, id: 'identityChecks.reject', method: 'POST', path: '/transactions/{id}/identity/reject', permission: decide,
    body: z.object({ recipientId: objectId, reason: z.string().trim().max(lengths.reason) }), response: identityCheck,
    errors: ['invalid_signer_id', 'missing_reason', 'conflict'],
  }),
  /** From the third party, signed by it. */
  'identityChecks.webhook': defineCall({
    ...shared, id: 'identityChecks.webhook', method: 'POST', path: '/identity_checks/webhook', auth: 'none', permission: 'anyone',
    response: nothing, errors: ['forbidden', 'feature_not_supported'],
  }),
} as const;
