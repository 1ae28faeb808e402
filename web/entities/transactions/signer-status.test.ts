// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { recipient, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction, TransactionStatus } from '#contract/entities/transaction.ts';
import { meaningOfSigner, signerStatus } from './signer-status.ts';

const person = (letter: string, more: Partial<Recipient> = {}): Recipient => ({ ...recipient.parse({ id: letter.repeat(24), email: `${letter}@example.org` }), ...more });
const signed = person('a', { completed: true });
const statuses = (status: TransactionStatus, recipients: Recipient[], untrusted?: ReadonlySet<string>) =>
  recipients.map((each) => signerStatus(each, { status, recipients } as Transaction, untrusted));

describe('the status of a signer', () => {
  it.each([
    ['pending', ['done', 'turn', 'later']],
    ['declined', ['done', 'declined', 'notNeeded']],
    ['canceled', ['done', 'canceled', 'notNeeded']],
    ['expired', ['done', 'expired', 'notNeeded']],
  ] as const)('in a transaction that is %s', (status, expected) => expect(statuses(status, [signed, person('b'), person('c')])).toEqual(expected));

  it('tells a signature that is not trusted from one that is', () => {
    expect(statuses('completed', [signed, person('b', { completed: true })], new Set([signed.id]))).toEqual(['notTrusted', 'done']);
  });

  it('tells an identity that was not accepted, and a signature that waits for its time stamp', () => {
    expect(statuses('pending', [person('a', { identityValidationStatus: 'rejected' })])).toEqual(['rejected']);
    expect(statuses('opened', [person('a', { waitingFileIds: ['f'] })])).toEqual(['waiting']);
  });

  it('has the meaning of document 1 §4', () => {
    const of = (meaning: string) => Object.entries(meaningOfSigner).filter(([, each]) => each === meaning).map(([status]) => status).toSorted();
    expect(of('success')).toEqual(['done']);
    expect(of('negative')).toEqual(['canceled', 'declined', 'expired', 'notNeeded', 'notTrusted', 'rejected']);
  });
});
