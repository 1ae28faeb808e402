/** Contacts of the caller. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { lastKey, listQuery } from '#contract/calls/common.ts';
import { contact, contactWrite } from '#contract/entities/contact.ts';

const own = { resource: 'contact', act: 'own' } as const;

export const contactsCalls = {
  /** Creating a contact for a known address or number updates the existing one. */
  'contacts.create': defineCall({
    id: 'contacts.create', method: 'POST', path: '/contacts', host: 'api', permission: 'self',
    body: contactWrite, response: contact, errors: ['fields_empty', 'limit_exceeded', 'conflict', 'permission_denied'],
  }),
  /** Sorted by name. `search` matches parts of names, addresses and numbers. */
  'contacts.list': defineCall({
    id: 'contacts.list', method: 'GET', path: '/contacts', host: 'api', permission: 'self',
    query: listQuery.omit({ orgId: true }).extend({ search: z.string().trim().max(128).optional() }),
    response: z.object({ contacts: z.array(contact), lastKey }),
  }),
  'contacts.update': defineCall({
    id: 'contacts.update', method: 'PUT', path: '/contacts/{id}', host: 'api', permission: own,
    body: contactWrite.omit({ id: true }), response: contact, errors: ['fields_empty', 'conflict'],
  }),
  'contacts.delete': defineCall({
    id: 'contacts.delete', method: 'DELETE', path: '/contacts/{id}', host: 'api', permission: own, response: nothing,
  }),
} as const;
