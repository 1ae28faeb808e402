/** Contacts of the caller. Sending a request adds its recipients and copies that are not among them yet. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { lastCursor, orderedPage } from '#contract/calls/common.ts';
import { contact, contactWrite } from '#contract/entities/contact.ts';
import { lengths } from '#contract/limits/lengths.ts';

const own = { resource: 'contact', action: 'own' } as const;

export const contactsCalls = {
  /** A contact with the same address, or the same number and no address, answers `conflict`. The same `id` again changes that contact. */
  'contacts.create': defineCall({
    id: 'contacts.create', method: 'POST', path: '/contacts', host: 'api', permission: 'self',
    body: contactWrite, response: contact, errors: ['fields_empty', 'limit_exceeded', 'conflict', 'permission_denied'],
  }),
  /** Sorted by last name. `search` matches parts of names, addresses and numbers. */
  'contacts.list': defineCall({
    id: 'contacts.list', method: 'GET', path: '/contacts', host: 'api', permission: 'self',
    query: z.object({ search: z.string().trim().max(lengths.title).optional(), ...orderedPage }),
    response: z.object({ contacts: z.array(contact), lastKey: lastCursor }),
  }),
  'contacts.update': defineCall({
    id: 'contacts.update', method: 'PUT', path: '/contacts/{id}', host: 'api', permission: own,
    body: contactWrite.omit({ id: true }), response: contact, errors: ['fields_empty', 'conflict'],
  }),
  'contacts.delete': defineCall({
    id: 'contacts.delete', method: 'DELETE', path: '/contacts/{id}', host: 'api', permission: own, response: nothing,
  }),
} as const;
