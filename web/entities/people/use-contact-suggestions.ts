import { createSelector } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import type { Contact } from '#contract/entities/common.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { RootState } from '../store.ts';
import { useAppSelector } from '../store.ts';
import { allTransactions } from '../transactions/transactions.slice.ts';
import type { KnownPerson } from './contact-suggestions.ts';
import { suggest } from './contact-suggestions.ts';
import { useContactRules } from './use-contact-rules.ts';

const none: readonly KnownPerson[] = [];

/** Recipients and cc of all loaded transactions. */
const selectPeople = createSelector([(state: RootState) => state.transactions], (transactions): KnownPerson[] =>
  allTransactions(transactions).flatMap(({ recipients, cc }) => [...recipients, ...cc.filter(({ type }) => type === 'user')]),
);

/** Suggests people while somebody types: own contacts and people of earlier transactions. The server is queried after a pause. */
export function useContactSuggestions(text: string, without: readonly Contact[]): KnownPerson[] {
  const { allowPhone } = useContactRules();
  const people = useAppSelector(selectPeople);
  const [contacts, setContacts] = useState(none);
  const search = text.trim();
  useEffect(() => {
    if (search === '') {
      setContacts(none);
      return undefined;
    }
    const asking = new AbortController();
    const timer = setTimeout(() => {
      call('contacts.list', { query: { search } }, { signal: asking.signal }).then(
        (page) => setContacts(page.contacts),
        (error: unknown) => console.debug('No contacts to propose', toAppError(error).code),
      );
    }, timing.inputDebounce);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [search]);
  return useMemo(() => suggest([...contacts, ...people], search, without, allowPhone), [contacts, people, search, without, allowPhone]);
}
