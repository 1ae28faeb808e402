/** The state of a transaction has one way in and one way out. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const services = new URL('../../server/services', import.meta.url).pathname;
const sources = readdirSync(services, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, source: readFileSync(join(services, path), 'utf8') }));

const usersOf = (pattern: RegExp): string[] => sources.filter(({ source }) => pattern.test(source)).map(({ path }) => path).toSorted();

test('options and messages are parsed when a transaction or a template is loaded', () => {
  expect(usersOf(/\btransaction(Options|Message)\.parse\(/)).toEqual(['templates/template-state.ts', 'transactions/transaction-state.ts']);
});

/** What writes rows that a state holds. */
const writers = [
  'updateTransactions', 'updateRecipient', 'setRecipients', 'setCarbonCopies', 'setTransactionFiles', 'insertDismissals', 'deleteDismissal',
  'insertSigning', 'markArchived', 'insertWaitingSigning', 'deleteWaitingSigning', 'insertIdentityCheck', 'updateIdentityCheck', 'upsertEvidence', 'deleteEvidenceOf', 'supersede',
];
/** Where rows are written that no state holds. */
const without: Readonly<Record<string, readonly string[]>> = {
  // Sharing works on rows of several kinds.
  updateTransactions: ['sharing/shareable-kinds.ts'],
  // The parts of a transaction that is created.
  setRecipients: ['transactions/transaction-parts.ts'], setCarbonCopies: ['transactions/transaction-parts.ts'],
  setTransactionFiles: ['bulks/prepared-requests.ts', 'transactions/transaction-parts.ts'],
};

test.each(writers)('rows and state change together: %s', (writer) => {
  const definition = writer === 'supersede' ? ['identity-checks/cancellation.ts'] : [];
  expect(usersOf(new RegExp(`\\b${writer}\\(`))).toEqual([...definition, ...(without[writer] ?? []), 'transactions/transaction-changes.ts'].toSorted());
});

test('only transaction-changes.ts changes tables of a transaction beside the repositories', () => {
  const tables = 'transactions|recipients|carbon_copies|transaction_files|transaction_dismissals|signings|waiting_signings|identity_checks|identity_evidence';
  expect(usersOf(new RegExp(`\\.(insertInto|updateTable|deleteFrom)\\('(${tables})'\\)`))).toEqual([]);
});
