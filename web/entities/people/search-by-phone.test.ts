// @vitest-environment node
import { expect, it } from 'vitest';
import type { Contact } from '#contract/entities/contact.ts';
import { wholeList } from '#contract/entities/list-query.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { belongsToList } from '../list-rules.ts';
import { transactionRules } from '../transactions/list-rules.ts';
import { contactRules } from './contacts.slice.ts';

const viewer = { userId: 'u', orgId: null, contact: null };
const person = { firstName: 'Alan', lastName: 'Turing', email: null, phone: '+442079460000' };
const contact = { ...person, id: 'c' } as Contact;
const transaction = { id: 't', name: 'Lease 2026', ownerId: 'u', orgId: null, owner: { firstName: 'Ada', lastName: 'Byron', email: null }, recipients: [person], cc: [] } as unknown as Transaction;

it.each([['+44 207', true], ['207-946', true], ['(207) 946', true], ['turing', true], ['+44 208', false], ['room 207', false]])('lists find people by a number as people write it: %s', (search, found) => {
  const query = { ...wholeList, search };
  expect(belongsToList(contactRules, contact, query, viewer)).toBe(found);
  expect(belongsToList(transactionRules, transaction, query, viewer)).toBe(found);
});
