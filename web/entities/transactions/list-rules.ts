import { sameContact } from '#contract/entities/common.ts';
import type { TransactionFilter } from '#contract/entities/list-query.ts';
import { personTerms } from '#contract/entities/phone-number.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { filterStatuses } from '#contract/entities/transaction.ts';
import { joinName } from '#contract/person-names.ts';
import type { ListRules, ListViewer } from '../list-rules.ts';

const isIn = (status: TransactionStatus, filter: keyof typeof filterStatuses): boolean => (filterStatuses[filter] as readonly TransactionStatus[]).includes(status);

/** Whether a person takes part in a transaction of somebody else. Administrators of its organization read it without that, and everybody if it is public. */
function takesPart({ recipients, cc, sharedWith }: Transaction, { userId, contact }: ListViewer): boolean {
  if (contact === null || (userId !== null && sharedWith.includes(userId))) return true;
  return [...recipients, ...cc].some((each) => sameContact(each, contact));
}

const personTextsOf = ({ recipients, owner }: Transaction): (string | null | undefined)[] =>
  [...recipients, { ...owner, phone: null }].flatMap((each) => [joinName(each.firstName, each.lastName), each.email, each.phone]);

/** The list leaves out what the person sent in bulk. */
export const transactionRules: ListRules<Transaction> = {
  nameOf: ({ name }) => name,
  textsOf: (transaction) => [transaction.name, ...personTextsOf(transaction)],
  personTextsOf,
  termsOf: personTerms,
  isInSpace: (transaction, viewer) => {
    const { ownerId, orgId, bulkId } = transaction;
    const isMine = ownerId === viewer.userId;
    if (isMine && bulkId) return false;
    if (viewer.orgId !== null) return orgId === viewer.orgId;
    return isMine ? !orgId : takesPart(transaction, viewer);
  },
  passes: ({ ownerId, status }, filter, { userId }) =>
    filter === 'all' || (filter === 'sharedWithMe' ? ownerId !== userId : isIn(status, filter as Exclude<TransactionFilter, 'all' | 'sharedWithMe' | 'archived'>)),
};
