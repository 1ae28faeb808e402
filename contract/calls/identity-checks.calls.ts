/**
 * Identity checks of recipients. The specification defines states and events but no calls, so these are our own.
 *
 * Recipient: `begin`, then `uploadUrl` and PUT for each picture, then `submit`. A phone can take the pictures with the ticket of
 * `ticket` (shown as a QR code) or `sendSms`. The verification provider's page is at the `url` of the check. Sender: `approve` or
 * `reject`. Both: `list`, polled while `capturing`.
 */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { objectId, phone } from '#contract/entities/common.ts';
import { sent } from '#contract/entities/delivery.ts';
import { identityCheck, identityPictureMimes, identityPictures } from '#contract/entities/identity-check.ts';
import { lengths } from '#contract/limits/lengths.ts';

const ticketQuery = z.object({ ticket: z.string().min(1).max(200).optional() });
/** The recipient: the caller, or an in-person signer on the caller's device. */
const who = z.object({ byUser: objectId.nullish() });
const read = { resource: 'transaction', action: 'read' } as const;
const decide = { resource: 'transaction', action: 'approveIdentity' } as const;
const shared = { host: 'api', ours: true } as const;

export const identityChecksCalls = {
  'identityChecks.list': defineCall({
    ...shared, id: 'identityChecks.list', method: 'GET', path: '/transactions/{id}/identity', auth: 'identityTicket', permission: read,
    query: ticketQuery,
    response: z.object({ checks: z.array(identityCheck) }),
  }),
  /** Returns the current check if it is in progress or has succeeded; starts a new one after a failure. */
  'identityChecks.begin': defineCall({
    ...shared, id: 'identityChecks.begin', method: 'POST', path: '/transactions/{id}/identity', permission: read, body: who.prefault({}),
    response: identityCheck, errors: ['sign_conditions_not_accepted', 'service_partner_error', 'feature_not_supported'],
  }),
  'identityChecks.uploadUrl': defineCall({
    ...shared, id: 'identityChecks.uploadUrl', method: 'POST', path: '/transactions/{id}/identity/upload_url', auth: 'identityTicket', permission: read,
    query: ticketQuery, body: who.extend({ kind: z.enum(identityPictures), mimeType: z.enum(identityPictureMimes) }),
    response: z.object({ url: z.string(), imageRef: z.string() }), errors: ['sign_conditions_not_accepted', 'storage_exceeded'],
  }),
  /** Submits some or all pictures. The check continues once none is missing. */
  'identityChecks.submit': defineCall({
    ...shared, id: 'identityChecks.submit', method: 'POST', path: '/transactions/{id}/identity/submit', auth: 'identityTicket', permission: read,
    query: ticketQuery,
    body: who.extend({ evidence: z.array(z.object({ kind: z.enum(identityPictures), imageRef: z.string().min(1).max(128) })).min(1).max(identityPictures.length) }),
    response: identityCheck, errors: ['sign_conditions_not_accepted', 'file_body_missing'],
  }),
  /** Creates a ticket with which a phone takes the pictures. `link` is for a QR code. */
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
  /** Webhook of the verification provider; the request is signed. */
  'identityChecks.webhook': defineCall({
    ...shared, id: 'identityChecks.webhook', method: 'POST', path: '/identity_checks/webhook', auth: 'none', permission: 'anyone',
    response: nothing, errors: ['forbidden', 'feature_not_supported'],
  }),
} as const;
