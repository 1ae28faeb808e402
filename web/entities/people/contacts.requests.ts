import type { OutputOf } from '#contract/calls/calls.ts';
import type { ContactWrite } from '#contract/entities/contact.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { call } from '#web/services/api/call.ts';
import { createListRequests } from '../list-requests.ts';
import { createRequest } from '../requests/create-request.ts';
import { unlessGone } from '../requests/unless-gone.ts';
import { contactRemoved, contactSaved, contactsPageReceived, selectContacts } from './contacts.slice.ts';

/** Pages of the contacts, which the server always sorts by name. */
export const contactsRequests = createListRequests<ListQuery, OutputOf<'contacts.list'>>({
  name: 'contacts',
  fetch: ({ search, exclusiveFrom }, signal) => call('contacts.list', { query: { search, exclusiveFrom } }, { signal }),
  received: (page, query, after) => contactsPageReceived({ items: page.contacts, lastKey: page.lastKey, counters: {}, query, after }),
  stateOf: selectContacts,
});

type ContactWithId = ContactWrite & { id: string };

/** Adds a contact. The same id again, after a lost response, adds nothing. */
export const addContact = createRequest('contacts/addRequested', async (body: ContactWithId, { dispatch }) => {
  dispatch(contactSaved(await call('contacts.create', { body })));
});

export const changeContact = createRequest('contacts/changeRequested', async ({ id, ...body }: ContactWithId, { dispatch }) => {
  dispatch(contactSaved(await call('contacts.update', { params: { id }, body })));
});

/** Deletes a contact. One that is gone already counts as deleted. */
export const deleteContact = createRequest('contacts/deleteRequested', async ({ id }: { id: string }, { dispatch }) => {
  await unlessGone(call('contacts.delete', { params: { id } }));
  dispatch(contactRemoved(id));
});
