import type { PayloadAction, WithSlice } from '@reduxjs/toolkit';
import { createEntityAdapter, createSlice } from '@reduxjs/toolkit';
import type { Contact } from '#contract/entities/contact.ts';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { personTerms } from '#contract/entities/phone-number.ts';
import type { ListRules } from '../list-rules.ts';
import type { ListPage, ListState } from '../list-state.ts';
import { openList, placeEntry, receivePage, removeEntry, unfetched } from '../list-state.ts';
import { visitStarted } from '../session/session.slice.ts';
import { rootReducer } from '../store.ts';

const adapter = createEntityAdapter<Contact>();

/** The server doesn't count contacts. */
type NoCounters = Record<string, never>;
type ContactsState = ReturnType<typeof adapter.getInitialState<ListState<NoCounters>>>;
const initialState: ContactsState = adapter.getInitialState(unfetched<NoCounters>({}));

const joined = (...texts: readonly (string | null)[]): string => texts.filter(Boolean).join(' ');

/** As the server sorts and searches contacts: last name first, and names found in either order. */
export const contactRules: ListRules<Contact> = {
  nameOf: ({ firstName, lastName, email, phone }) => joined(lastName, firstName, email, phone),
  textsOf: ({ firstName, lastName, email, phone }) => [joined(firstName, lastName, email, phone, lastName, firstName)],
  termsOf: personTerms,
  isInSpace: () => true,
  passes: () => true,
};

/** The contacts of the person, the same in every space. */
const contactsSlice = createSlice({
  name: 'contacts',
  initialState,
  reducers: {
    contactsPageReceived(state, { payload }: PayloadAction<ListPage<Contact, NoCounters>>) {
      receivePage(adapter, state, payload);
    },
    /** The query on the screen; null when the screen is left. */
    contactsOpened(state, { payload }: PayloadAction<ListQuery | null>) {
      openList(state, payload, contactRules);
    },
    contactSaved(state, { payload }: PayloadAction<Contact>) {
      placeEntry(adapter, state, payload, contactRules);
    },
    contactRemoved(state, { payload }: PayloadAction<string>) {
      removeEntry(adapter, state, payload);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(visitStarted, () => initialState);
  },
});

declare module '#web/entities/store.ts' {
  interface LazySlices extends WithSlice<typeof contactsSlice> {}
}
rootReducer.inject(contactsSlice);

export const { contactsPageReceived, contactsOpened, contactSaved, contactRemoved } = contactsSlice.actions;
/** Until the first action the injected slice isn't in the state. */
export const selectContacts = (state: { contacts?: ContactsState | undefined }): ContactsState => state.contacts ?? initialState;
