import type { contactsCalls } from '#contract/calls/contacts.calls.ts';
import type { ContactsService } from '#server/services/people/contacts.service.ts';
import type { Handlers } from './handler.ts';

export const contactsRoutes = (contacts: ContactsService): Handlers<keyof typeof contactsCalls> => ({
  'contacts.create': ({ caller, body }) => contacts.create(caller, body),
  'contacts.list': ({ caller, query }) => contacts.list(caller, query.exclusiveFrom, query.search),
  'contacts.update': ({ caller, params, body }) => contacts.update(caller, params.id, body),
  'contacts.delete': ({ caller, params }) => contacts.remove(caller, params.id),
});
